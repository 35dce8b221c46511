import { type Checks, mustBeOneOf, mustBeWhole } from '@lamella/core/plugin'
import { type WireOptions, wireChecks } from '../../shared/options.ts'
import { type AnthropicCacheOptions, mustBeAnthropicCache } from '../cache/plan.ts'
import { type AnthropicCompactionSettings, mustBeCompaction } from './compaction-request.ts'

/** Options for encoding a request of Anthropic Messages; all have defaults. */
export interface AnthropicOptions extends WireOptions {
  /**
   * Whether to merge consecutive messages of the same role, as the API does anyway; older versions and Bedrock reject
   * them. Default `true`.
   */
  readonly mergeConsecutive?: boolean
  /**
   * Whether to add a marked user message before a conversation that begins with the assistant. Also merges messages of
   * the same role. Default: `mergeConsecutive`.
   */
  readonly ensureAlternating?: boolean
  /**
   * `max_tokens`, which the API requires, if the context's parameters do not set it. Default: the builder's reserve for
   * the answer, from 4,096 plus the thinking budget to 21,333 (what the SDK sends without streaming). Never more than the rest of the window.
   */
  readonly maxOutputTokens?: number
  /**
   * Whether to put cache marks where they pay off according to the build report. Needs a builder's context. Default `false`;
   * marks that parts set themselves (`cacheControl`) are always written.
   */
  readonly cache?: boolean | AnthropicCacheOptions
  /**
   * Whether to ask for a summary of the conversation instead of an answer (see `anthropicCompaction`). The messages are sent as
   * they are, whoever has the last word; fields that such a request cannot have are left out, which is reported. Models since
   * Claude 4.6, not on Amazon Bedrock; beta `compact-2026-09-04`. Default `false`.
   */
  readonly compaction?: boolean | AnthropicCompactionSettings
  /**
   * What happens to thinking that a cut of its run has made invalid, for models that would reject it. `'omit'`: it is left
   * out, which is a loss. `'send'`: it is sent as it is, and the API drops what it cannot use and lists it in
   * `input_transformations`. Needs the beta `thinking-binding-controls-2026-08-01` (see `toAnthropicBeta`), must be kept for
   * the rest of the conversation, and works neither on Amazon Bedrock nor with thinking turned off. Default `'omit'`.
   */
  readonly staleThinking?: 'omit' | 'send'
}

/** Checks for these options. */
export const anthropicChecks: Checks<AnthropicOptions> = {
  ...wireChecks,
  maxOutputTokens: mustBeWhole(0),
  cache: mustBeAnthropicCache,
  compaction: mustBeCompaction,
  staleThinking: mustBeOneOf(['omit', 'send']),
}
