import type { Scope, UserMessage, UserPart } from '@lamella/core'
import type { ExtendOptions, RefusedRequest } from '@lamella/runs'
import type { ParameterLayer } from './parameters.ts'
import type { AgentTool } from './tool-executor.ts'

/** Options of one call. Sizes are in tokens. */
export interface AssembleOptions extends ParameterLayer {
  /** A new user message that is not in the session yet. */
  readonly message?: string | UserPart[] | UserMessage
  /** A section of the system prompt, of order 700, that never gives way. */
  readonly additionalSystemPrompt?: string
  /** Tools in addition to those of the executor and of skills, which come first if names are equal. */
  readonly additionalTools?: readonly AgentTool[]
  /** Names of tools to exclude. */
  readonly disabledTools?: readonly string[]
  /** The maximum number of tokens in the request and its answer. Default and maximum: the model's window. */
  readonly window?: number
  /** Tokens reserved for the answer. Default: as in the configuration. */
  readonly reserve?: number
  /** Whether to leave out all skills. Default `false`. */
  readonly skipSkills?: boolean
  /** Ids of the only skills to include. */
  readonly skillFilter?: readonly string[]
  /** Whether to include only tools that may be used in a sandbox. Default `false`. */
  readonly sandboxMode?: boolean
  /** The permissions granted to tools, such as `['fs.read', 'network.*']`. Default: everything. */
  readonly permissions?: readonly string[]
  /** The scope of the session, if it differs from the one in the dependencies. */
  readonly scope?: Scope
  /** The time to show the model. Default: the clock's. */
  readonly now?: Date
  /**
   * The provider has refused the request as it was assembled last, since it is too long: `contextLimitOf` of `@lamella/models`
   * reads the error. It is assembled so that it fits, and a notice says so. Send it once more, not more often.
   */
  readonly refused?: RefusedRequest
  /** See `ExtendOptions.settings` of `@lamella/runs`. */
  readonly settings?: unknown
  /** See `ExtendOptions.countTokens` of `@lamella/runs`. A context from the cache is not counted again. */
  readonly countTokens?: ExtendOptions['countTokens']
  /** Ends only this call's wait. */
  readonly signal?: AbortSignal
}
