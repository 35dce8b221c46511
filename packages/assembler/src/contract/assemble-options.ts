import type { RequestPrefix, Scope, UserMessage, UserPart } from '@lamella/core'
import type { ParameterLayer } from './parameters.ts'
import type { AgentTool } from './tool-executor.ts'

/** What is different this once. Sizes are tokens. */
export interface AssembleOptions extends ParameterLayer {
  /** A new message of the user that is not in the session yet. */
  readonly message?: string | UserPart[] | UserMessage
  /** A section of the system prompt, of priority 300. */
  readonly additionalSystemPrompt?: string
  /** Beside those of the executor and of skills; of one name those go first. */
  readonly additionalTools?: readonly AgentTool[]
  /** Names of tools that are not wanted. */
  readonly disabledTools?: readonly string[]
  /** The most that the request and its answer may take. Default, and at most: the model's window. */
  readonly window?: number
  /** Kept free for the answer. Default: that of the configuration. */
  readonly reserve?: number
  /** No skills. Default `false`. */
  readonly skipSkills?: boolean
  /** Ids of the only skills that are wanted. */
  readonly skillFilter?: readonly string[]
  /** Only tools that may be used in a sandbox. Default `false`. */
  readonly sandboxMode?: boolean
  /** What tools may ask for, such as `['fs.read', 'network.*']`. Default: everything. */
  readonly permissions?: readonly string[]
  /** Whose session it is, where that is not the one of the dependencies. */
  readonly scope?: Scope
  /**
   * The last context of this session: then `report.cache` says how much of it this one repeats. Such a context is not cached.
   */
  readonly previous?: RequestPrefix
  /** The time to tell the model. Default: the clock's. */
  readonly now?: Date
  /** Ends the waiting of this call, and no other's. */
  readonly signal?: AbortSignal
}
