import type { Context, Notice, Parameters } from '@lamella/core'
import type { RunCounts, RunState } from '@lamella/runs'
import type { CompactionReason } from './compaction.ts'
import type { TruncationStrategy } from './config.ts'
import type { ModelParameters } from './parameters.ts'

/**
 * Everything for one request to a model: a context that every encoder of `@lamella/wire` accepts unchanged, and the
 * assembler's metadata.
 */
export interface AssembledContext extends Context {
  /** The parameters resolved from four layers, within the model's limits and in its provider's terms. */
  readonly parameters: Parameters & { readonly model: string }
  /** The run that the request extends; absent with the other arrangements. */
  readonly run?: RunState
  /** How its tokens are counted, for `counted`; absent in a run, which has them. */
  readonly counts?: RunCounts
  /** All of `system` as one text, for clients that accept only a text. Encoders read `system`. */
  readonly systemPrompt: string
  readonly metadata: AssemblyMetadata
}

/** Metadata of an assembled context. Sizes are in tokens. */
export interface AssemblyMetadata {
  readonly session: string
  readonly agent?: string
  readonly model: string
  /** The parameters resolved from four layers, within the model's limits, before conversion to its provider's terms. */
  readonly parameters: ModelParameters
  readonly tokenEstimate: TokenEstimate
  /** Whether messages were shortened or left out. */
  readonly truncated: boolean
  /** The effect of truncation; only if `truncated` is true. */
  readonly truncationInfo?: TruncationInfo
  /** Whether the session should be compacted now. */
  readonly shouldCompact: boolean
  /** The reason; only if `shouldCompact` is true. */
  readonly compactionReason?: CompactionReason
  /** Ids in the order in which the skills are shown. */
  readonly activeSkills: readonly string[]
  /** Problems that are not errors: tools with the same name, files that could not be read, limits that were applied. */
  readonly notices: readonly Notice[]
  /** Whether it comes from the cache, or was created for a concurrent equal request. */
  readonly cached: boolean
  /** Milliseconds that this call took. */
  readonly assemblyTime: number
}

/** The tokens of each part of a request. */
export interface TokenEstimate {
  readonly systemPrompt: number
  readonly messages: number
  readonly tools: number
  /** What the wire format adds to the request as a whole. */
  readonly framing: number
  /** The sum of the others. */
  readonly total: number
}

/** What truncation did to the messages. */
export interface TruncationInfo {
  readonly strategy: TruncationStrategy
  /** The number of messages left out. */
  readonly removedCount: number
  /** Their tokens, plus what shortening saved. */
  readonly removedTokens: number
  /**
   * Tokens of the whole history, whatever the window; an estimate from its size if it has more than 500 messages or
   * 2,000,000 characters.
   */
  readonly originalTokens: number
  /** Tokens of the part that is kept. */
  readonly finalTokens: number
}
