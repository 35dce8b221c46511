import type { Layer, Scope } from '@lamella/core'
import type { SessionStore } from '@lamella/core/store'
import type { Summarize } from '@lamella/layers'
import type { ParameterLayer } from './parameters.ts'
import type { SessionMetadata, SessionReader } from './session-reader.ts'
import type { SkillProvider } from './skill-provider.ts'
import type { ToolExecutor } from './tool-executor.ts'

/** What is known of an agent. */
export interface AgentMetadata {
  /** Parameters of this agent. */
  readonly defaults?: ParameterLayer
}

/** Whose sessions and memories these are: one scope for all, or one for each call, given at once. */
export type ScopeSource = Scope | ((session: string, agent: string | undefined) => Scope)

interface Common {
  /** Has the tools. Default: none but those of skills and options. */
  readonly toolExecutor?: ToolExecutor
  /** Knows which skills are active. Default: none are. */
  readonly skillProvider?: SkillProvider
  /** What is known of an agent; `undefined` for one that is not known. */
  readonly getAgentMetadata?: (agent: string) => AgentMetadata | undefined | PromiseLike<AgentMetadata | undefined>
  /** Makes summaries, usually by asking a model. Without it `compact` needs one each time. */
  readonly summarize?: Summarize
  /** The clock. Default: the system's. */
  readonly now?: () => Date
}

/** Layers of your own in every context, such as memory. They need to know for whom a build is. */
interface OwnLayers {
  readonly scope: ScopeSource
  /** Placed by their order: that of a section is 1,000 less its priority, of the history 1,200. */
  readonly layers?: readonly Layer[]
  /**
   * A cache key that changes whenever the layers' output would, such as a revision; the time counts, too. Without it
   * contexts with own layers are not cached.
   */
  readonly layersVersion?: (
    session: string,
    agent: string | undefined,
  ) => string | undefined | PromiseLike<string | undefined>
}

interface WithoutLayers {
  readonly scope?: ScopeSource
  readonly layers?: undefined
  readonly layersVersion?: undefined
}

/** Sessions in a store of Lamella. It keeps nothing beside messages, so metadata come from elsewhere. */
interface StoredSessions {
  readonly sessionStore: SessionStore
  readonly getSessionMetadata?: (
    session: string,
  ) => SessionMetadata | undefined | PromiseLike<SessionMetadata | undefined>
}

/** Sessions in a store of your own. */
interface ReadSessions {
  readonly sessionStore: SessionReader
  readonly getSessionMetadata?: undefined
}

/** What an assembler works with. A store of Lamella and layers of your own need a scope. */
export type AssemblerDependencies = Common &
  ((StoredSessions & OwnLayers) | (ReadSessions & (OwnLayers | WithoutLayers)))
