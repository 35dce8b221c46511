import { type Checks, mustBeWhole } from '@lamella/core/plugin'
import { type WireOptions, wireChecks } from '../../shared/options.ts'
import { type AnthropicCacheOptions, mustBeAnthropicCache } from '../cache/options.ts'

/** How to write a request of Anthropic Messages; everything has a default. */
export interface AnthropicOptions extends WireOptions {
  /**
   * Joins messages of one role that follow each other, as the API does by itself; older versions and Bedrock refuse them.
   * Default `true`.
   */
  readonly mergeConsecutive?: boolean
  /**
   * Puts a marked message of the user before a conversation that begins with the assistant. Joins messages of one role,
   * too. Default: what `mergeConsecutive` is.
   */
  readonly ensureAlternating?: boolean
  /**
   * `max_tokens`, where the parameters of the context name none: the API asks for one. Default: what the builder has kept free
   * for the answer, and 4,096 at least, beside the budget of thinking where there is one. Never more than the window has left.
   */
  readonly maxOutputTokens?: number
  /**
   * Puts cache marks where the report of the build says that they pay. Needs the context of a builder. Default `false`;
   * marks that parts ask for themselves (`cacheControl`) are written in any case.
   */
  readonly cache?: boolean | AnthropicCacheOptions
}

/** The checks of these options. */
export const anthropicChecks: Checks<AnthropicOptions> = {
  ...wireChecks,
  maxOutputTokens: mustBeWhole(0),
  cache: mustBeAnthropicCache,
}
