import type { Message } from '@lamella/core'
import type { SessionStore as LamellaStore } from '@lamella/core/store'
import type { SessionMessage } from '@lamella/wire/messages'
import type { AssembledContext as Assembled, AssemblyMetadata } from '../contract/assembled-context.ts'
import type { CompactionCheck } from '../contract/compaction.ts'
import type { ContextAssemblerConfig as Config } from '../contract/config.ts'
import type { ContextAssembler as Assembler } from '../contract/context-assembler.ts'
import type { AssemblerDependencies as Dependencies } from '../contract/dependencies.ts'
import type {
  configNames,
  Renamed,
  SeedAssembleOptions,
  SeedCheckOptions,
  SeedModelParameters,
  SeedParameters,
} from './names.ts'
import type { PromptSection } from './section-priorities.ts'

/** What is known of a session beside its messages. */
export interface SessionMetadata {
  /** Parameters of this session. */
  readonly defaults?: SeedParameters
  /** The agent, where `assemble` is not told one. */
  readonly agentId?: string
  /** Another one after each change of the session, so that it need not be read to be compared. */
  readonly revision?: number | string
}

/** What is known of an agent. */
export interface AgentMetadata {
  readonly defaults?: SeedParameters
}

type Perhaps<Value> = Value | undefined | PromiseLike<Value | undefined>

/** A session store of your own. */
export interface SessionStore {
  /** All messages, oldest first: canonical ones, or records of events. */
  getMessages(
    sessionId: string,
  ): readonly (Message | SessionMessage)[] | PromiseLike<readonly (Message | SessionMessage)[]>
  getMetadata?(sessionId: string): Perhaps<SessionMetadata>
}

/** What an assembler works with. A store of Lamella and layers of your own need a scope. */
export interface AssemblerDependencies
  extends Pick<
    Dependencies,
    'toolExecutor' | 'skillProvider' | 'summarize' | 'now' | 'scope' | 'layers' | 'layersVersion'
  > {
  readonly sessionStore: SessionStore | LamellaStore
  readonly getAgentMetadata?: (agentId: string) => Perhaps<AgentMetadata>
  readonly getSessionMetadata?: (sessionId: string) => Perhaps<SessionMetadata>
}

/** Settings by the page's names. */
export interface ContextAssemblerConfig
  extends Omit<Renamed<Config, typeof configNames>, 'workspace' | 'ranker' | 'sections'> {
  /** Folder of AGENT.md, SOUL.md and CONTEXT.md. Default: none is read. */
  readonly bootstrapPath?: string
  /** Sections of your own, by their priority among the standard ones. */
  readonly sections?: readonly PromptSection[]
}

/** A context that every encoder takes, with the page's names beside Lamella's. */
export interface AssembledContext extends Assembled {
  readonly parameters: Assembled['parameters'] & SeedModelParameters
  readonly metadata: AssemblyMetadata & {
    readonly sessionId: string
    readonly agentId?: string
    readonly modelId: string
  }
}

/** Makes whole requests of sessions. */
export interface ContextAssembler extends Pick<Assembler, 'compact' | 'invalidateCache' | 'getCacheStats'> {
  /** @throws LamellaError as that of the main entry */
  assemble(sessionId: string, agentId?: string, options?: SeedAssembleOptions): Promise<AssembledContext>
  /** @throws LamellaError as that of the main entry */
  checkCompaction(sessionId: string, options?: SeedCheckOptions): Promise<CompactionCheck>
}
