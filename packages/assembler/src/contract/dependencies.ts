import type { Summarize } from '@lamella/compaction'
import type { Layer, Scope, ToolDefinition } from '@lamella/core'
import type { CompactionStrategy } from '@lamella/core/plugin'
import type { SessionStore } from '@lamella/store'
import type { ParameterLayer } from './parameters.ts'
import type { SessionMetadata, SessionReader } from './session-reader.ts'
import type { SkillProvider } from './skill-provider.ts'
import type { ToolExecutor } from './tool-executor.ts'

/** Metadata of an agent. */
export interface AgentMetadata {
  /** Parameters of this agent. */
  readonly defaults?: ParameterLayer
}

/** The scope of sessions and memories: one for all, or a function that returns one for each call synchronously. */
export type ScopeSource = Scope | ((session: string, agent: string | undefined) => Scope)

interface Common {
  /** Provides the tools. Default: only the tools of skills and options. */
  readonly toolExecutor?: ToolExecutor
  /**
   * Tools for skills, memory and earlier sessions: a set of `contextTools`, or of `openWorkspace` with that option. They
   * are sent after those of the executor and of skills, unless a request disables them; you run their calls with
   * `handle`. Default: none.
   */
  readonly contextTools?: { readonly definitions: readonly ToolDefinition[] }
  /** Provides the active skills. Default: none. */
  readonly skillProvider?: SkillProvider
  /** Returns the metadata of an agent, or `undefined` for an unknown one. */
  readonly getAgentMetadata?: (agent: string) => AgentMetadata | undefined | PromiseLike<AgentMetadata | undefined>
  /**
   * Strategies to write summaries, such as `anthropicCompaction` of `@lamella/wire/anthropic`. Each is asked if those before
   * it wrote no usable summary in time.
   */
  readonly compaction?: readonly CompactionStrategy[]
  /** Writes summaries, usually by calling a model: the last strategy. Without any, each call of `compact` must pass one. */
  readonly summarize?: Summarize
  /** The clock. Default: the system's. */
  readonly now?: () => Date
}

/** Your own layers in every context, such as memory. They require a scope. */
interface OwnLayers {
  readonly scope: ScopeSource
  /** Layers are placed by their order, among the sections (`sectionOrders`) and the history (1,200). */
  readonly layers?: readonly Layer[]
  /**
   * A cache key that changes whenever the layers' output would, such as a revision; it must also reflect the time if
   * they use it. Without it, contexts with custom layers are not cached.
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

/** Sessions in a Lamella store. It stores only messages, so metadata comes from elsewhere. */
interface StoredSessions {
  readonly sessionStore: SessionStore
  readonly getSessionMetadata?: (
    session: string,
  ) => SessionMetadata | undefined | PromiseLike<SessionMetadata | undefined>
}

/** Sessions in a custom store. */
interface ReadSessions {
  readonly sessionStore: SessionReader
  readonly getSessionMetadata?: undefined
}

/** The dependencies of an assembler. A store of Lamella and custom layers require a scope. */
export type AssemblerDependencies = Common &
  ((StoredSessions & OwnLayers) | (ReadSessions & (OwnLayers | WithoutLayers)))
