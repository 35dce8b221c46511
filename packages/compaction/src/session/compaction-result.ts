import type { Notice } from '@lamella/core'
import type { TriedStrategy } from '../compression/ask-strategies.ts'
import type { SummaryFailure } from '../compression/summarize-run.ts'
import type { MissingFact } from '../summary/contract.ts'

/**
 * Why a run of messages stayed unchanged: as reported by the last strategy. `conflict`: another process changed the same run
 * in the meantime. `not-kept`: the store did not save the summary.
 */
export type CompactionFailure = SummaryFailure | 'conflict' | 'not-kept'

/** The result of a compaction. Nothing is ever removed from the session. */
export interface CompactionResult {
  /** Whether anything was compacted. */
  readonly compacted: boolean
  /**
   * Ranges of messages that a new summary replaces, by position in the session; `end` is the position after the last
   * one.
   */
  readonly replaced: readonly { readonly start: number; readonly end: number }[]
  /** Sizes of the visible session: messages, and the summaries that replace others. */
  readonly messagesBefore: number
  readonly messagesAfter: number
  readonly tokensBefore: number
  readonly tokensAfter: number
  /** The name of the strategy that wrote the summary; `summarize` for a summarizer. Absent if nothing was compacted. */
  readonly strategy?: string
  /** The strategies that did not write it, and why, in the order in which they were asked. */
  readonly tried: readonly TriedStrategy[]
  /**
   * What the replaced messages say and the new summary does not, as `missingFacts` of `@lamella/compaction/summary` finds it: values,
   * sentences of users, and newer sentences of subjects of which it says an older one. What users said comes first. Empty if nothing
   * was compacted, or if only a provider can read the summary.
   */
  readonly missing: readonly MissingFact[]
  /** What the strategy had to change in what its model wrote. */
  readonly notices: readonly Notice[]
  /** Why nothing was compacted, in one sentence; absent if something was. */
  readonly why?: string
  /** Runs of messages that stayed unchanged, each reported once. */
  readonly failed: readonly {
    readonly start: number
    readonly end: number
    readonly reason: CompactionFailure
    readonly cause?: unknown
  }[]
}
