import type { Message, Notice, Origin } from '@lamella/core'
import type { NewCompaction } from '@lamella/core/plugin'
import type { TriedStrategy } from './ask-strategies.ts'
import type { SummaryFailure } from './summarize-run.ts'

/** A history after compression. Positions are those of the session; `end` is the position after the last message. */
export interface CompressedHistory {
  /**
   * The messages to send, oldest first: the kept messages, as the same objects, and summaries that replace the others.
   */
  readonly messages: readonly Message[]
  /** Runs of messages that were removed: summarized, or dropped by `truncate`. They are still in the store. */
  readonly replaced: readonly ReplacedMessages[]
  /**
   * The new summaries, oldest first, as input for `SessionStore.compact`. An opened session then shows the same
   * messages as this result, and those of excluded batches.
   */
  readonly compactions: readonly SummaryCompaction[]
  /** Who wrote each of them, in the same order; only of `strategies`. */
  readonly written?: readonly WrittenSummary[]
  /** Batches that are neither complete nor active, and those tied to them: not sent, not summarized, not replaced. */
  readonly excluded: readonly ExcludedBatch[]
  /** Runs of messages that could not be summarized and stayed unchanged. */
  readonly failed: readonly FailedSummary[]
  /** Why nothing was replaced; absent if something was. */
  readonly unchanged?: UnchangedReason
  /** The number of calls of the summarizer. */
  readonly calls: number
}

/**
 * `within-limits`: no limit was exceeded. `nothing-to-compress`: every complete batch is recent or already a summary.
 * `failed`: no summary succeeded, see `failed`. `cancelled`: the signal was aborted; summaries made before that are
 * discarded.
 */
export type UnchangedReason = 'within-limits' | 'nothing-to-compress' | 'failed' | 'cancelled'

/** A run of messages that are no longer shown. */
export interface ReplacedMessages {
  readonly start: number
  readonly end: number
  /** Ids of the batches. */
  readonly batches: readonly string[]
}

/** A summary and its author: a model, so it is data and not instructions. */
export interface SummaryCompaction extends NewCompaction {
  readonly origin: Origin
}

/** A batch that is not shown and stays in the session unchanged. */
export interface ExcludedBatch {
  readonly id: string
  readonly start: number
  readonly end: number
  /** `tied`: the batch is complete, but shares an id, or a call and its result, with an incomplete one. */
  readonly reason: 'incomplete' | 'tied'
}

/** Who wrote a summary. */
export interface WrittenSummary {
  readonly start: number
  readonly end: number
  /** The name of the strategy. */
  readonly strategy: string
  /** The strategies before it, and why they did not write it. */
  readonly tried: readonly TriedStrategy[]
  /** What the strategy had to change in what its model wrote. */
  readonly notices?: readonly Notice[]
}

/** A run of messages that could not be summarized. */
export interface FailedSummary {
  readonly start: number
  readonly end: number
  /** Why the last strategy failed, or why none was asked. */
  readonly reason: SummaryFailure
  /** The error that it threw. */
  readonly cause?: unknown
  /** The strategies that were tried; only of `strategies`. */
  readonly tried?: readonly TriedStrategy[]
}
