import type { Message } from '@lamella/core'
import type { SessionStore as LamellaStore } from '@lamella/store'
import type { SessionMessage } from '@lamella/wire/messages'
import type { AssembledContext as Assembled, AssemblyMetadata } from '../contract/assembled-context.ts'
import type { CompactionCheck } from '../contract/compaction.ts'
import type { CacheSettings, CompactionSettings, ContextAssemblerConfig as Config } from '../contract/config.ts'
import type { ContextAssembler as Assembler } from '../contract/context-assembler.ts'
import type { AssemblerDependencies as Dependencies } from '../contract/dependencies.ts'
import type {
  cacheNames,
  compactionNames,
  configNames,
  Renamed,
  SeedAssembleOptions,
  SeedCheckOptions,
  SeedModelParameters,
  SeedParameters,
} from './names.ts'
import type { PromptSection } from './section-priorities.ts'

/** Data about a session other than its messages. */
export interface SessionMetadata {
  /** Parameters of this session. */
  readonly defaults?: SeedParameters
  /** The agent, unless `assemble` names one. */
  readonly agentId?: string
  /** A value that changes whenever the session does, so that the cache can compare it without reading the session. */
  readonly revision?: number | string
}

/** Data about an agent. */
export interface AgentMetadata {
  readonly defaults?: SeedParameters
}

type Perhaps<Value> = Value | undefined | PromiseLike<Value | undefined>

/** A custom session store. */
export interface SessionStore {
  /** All messages, oldest first: canonical ones, or event records. */
  getMessages(
    sessionId: string,
  ): readonly (Message | SessionMessage)[] | PromiseLike<readonly (Message | SessionMessage)[]>
  getMetadata?(sessionId: string): Perhaps<SessionMetadata>
}

/** Dependencies of an assembler. Lamella's stores and your own layers require a scope. */
export interface AssemblerDependencies
  extends Pick<
    Dependencies,
    'toolExecutor' | 'skillProvider' | 'summarize' | 'now' | 'scope' | 'layers' | 'layersVersion'
  > {
  readonly sessionStore: SessionStore | LamellaStore
  readonly getAgentMetadata?: (agentId: string) => Perhaps<AgentMetadata>
  readonly getSessionMetadata?: (sessionId: string) => Perhaps<SessionMetadata>
}

/** Settings under the page's names. */
export interface ContextAssemblerConfig
  extends Omit<Renamed<Config, typeof configNames>, 'workspace' | 'ranker' | 'sections' | 'compaction' | 'cache'>,
    Renamed<CompactionSettings, typeof compactionNames>,
    Renamed<CacheSettings, typeof cacheNames> {
  /** Whether to cache contexts for `cacheTTL`, and files for `cacheFileTTL`. Default `true`. */
  readonly enableCaching?: boolean
  /** Folder with AGENT.md, SOUL.md and CONTEXT.md. By default, none is read. */
  readonly bootstrapPath?: string
  /** Your own sections, placed among the standard ones by priority. */
  readonly sections?: readonly PromptSection[]
}

/** A context that every encoder accepts, with the page's names in addition to Lamella's. */
export interface AssembledContext extends Assembled {
  readonly parameters: Assembled['parameters'] & SeedModelParameters
  readonly metadata: AssemblyMetadata & {
    readonly sessionId: string
    readonly agentId?: string
    readonly modelId: string
  }
}

/** Assembles whole requests from sessions. */
export interface ContextAssembler extends Pick<Assembler, 'compact' | 'invalidateCache' | 'getCacheStats'> {
  /** @throws LamellaError as that of the main entry */
  assemble(sessionId: string, agentId?: string, options?: SeedAssembleOptions): Promise<AssembledContext>
  /** @throws LamellaError as that of the main entry */
  checkCompaction(sessionId: string, options?: SeedCheckOptions): Promise<CompactionCheck>
}
