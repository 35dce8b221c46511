import type { Context, Notice, Parameters } from '@lamella/core'
import type { CompactionReason } from './compaction.ts'
import type { TruncationStrategy } from './config.ts'
import type { ModelParameters } from './parameters.ts'

/**
 * Everything for one request to a model: a context that every encoder of `@lamella/wire` takes as it is, and what an assembler knows
 * beside it.
 */
export interface AssembledContext extends Context {
  /** What four layers come to, within the limits of the model and in the words of its provider. */
  readonly parameters: Parameters & { readonly model: string }
  /** All of `system` as one text, for a client that takes a text. Encoders read `system`. */
  readonly systemPrompt: string
  readonly metadata: AssemblyMetadata
}

/** What is to be known of an assembled context. Sizes are tokens. */
export interface AssemblyMetadata {
  readonly session: string
  readonly agent?: string
  readonly model: string
  /** What four layers come to, within the limits of the model, before they are written in the words of its provider. */
  readonly parameters: ModelParameters
  readonly tokenEstimate: TokenEstimate
  /** Whether messages were shortened or left out. */
  readonly truncated: boolean
  /** What that did; only where `truncated` is true. */
  readonly truncationInfo?: TruncationInfo
  /** Whether the session should be compacted now. */
  readonly shouldCompact: boolean
  /** Why; only where `shouldCompact` is true. */
  readonly compactionReason?: CompactionReason
  /** Ids, in the order in which they are shown. */
  readonly activeSkills: readonly string[]
  /** What went differently than hoped: tools of one name, files that could not be read, limits that were applied. */
  readonly notices: readonly Notice[]
  /** Whether it comes from the cache, or was made for an equal request at the same time. */
  readonly cached: boolean
  /** Milliseconds that this call took. */
  readonly assemblyTime: number
}

/** What the parts of a request take, in tokens. */
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
  /** Messages that are not there. */
  readonly removedCount: number
  /** Tokens of them, and what shortening saved. */
  readonly removedTokens: number
  /**
   * Of the whole history, whatever the window; an estimate from its size where it has more than 500 messages or 2,000,000
   * characters.
   */
  readonly originalTokens: number
  /** Of what is kept of it. */
  readonly finalTokens: number
}
