import type { Message, Origin } from '@lamella/core'
import type { NewCompaction } from '@lamella/core/store'
import type { SummaryFailure } from './summarize-run.ts'

/** A history after compression. Positions are those of the session; `end` is behind the last message. */
export interface CompressedHistory {
  /**
   * What the model is sent, oldest first: the messages that stayed, the very objects, and a summary in place of those that it
   * stands for.
   */
  readonly messages: readonly Message[]
  /** Messages in a row that are not among them any more: summarized, or left out by `truncate`. They are still in the store. */
  readonly replaced: readonly ReplacedMessages[]
  /**
   * What was summarized, as `SessionStore.compact` takes it, oldest first. Then an opened session shows the same messages as
   * here, and those of excluded batches.
   */
  readonly compactions: readonly SummaryCompaction[]
  /** Batches that are neither complete nor active, and what is tied to them: not sent, not summarized, not replaced. */
  readonly excluded: readonly ExcludedBatch[]
  /** Messages in a row that should have been summarized and stayed as they were. */
  readonly failed: readonly FailedSummary[]
  /** Why nothing was replaced; absent when something was. */
  readonly unchanged?: UnchangedReason
  /** How often the summarizer was asked. */
  readonly calls: number
}

/**
 * `within-limits`: there was no need. `nothing-to-compress`: all that is complete is recent, or a summary already. `failed`: no
 * summary could be had, see `failed`. `cancelled`: the signal was aborted; summaries that were made before are not used.
 */
export type UnchangedReason = 'within-limits' | 'nothing-to-compress' | 'failed' | 'cancelled'

/** Messages in a row that are not shown any more. */
export interface ReplacedMessages {
  readonly start: number
  readonly end: number
  /** Ids of the batches. */
  readonly batches: readonly string[]
}

/** A summary, and who wrote it: a model, so it is data and not instructions. */
export interface SummaryCompaction extends NewCompaction {
  readonly origin: Origin
}

/** A batch that is not shown, and stays in the session as it is. */
export interface ExcludedBatch {
  readonly id: string
  readonly start: number
  readonly end: number
  /** `tied`: the batch is complete, but shares an id, or a call and its result, with one that is not. */
  readonly reason: 'incomplete' | 'tied'
}

/** Messages in a row of which no summary could be had. */
export interface FailedSummary {
  readonly start: number
  readonly end: number
  readonly reason: SummaryFailure
  /** What the summarizer threw. */
  readonly cause?: unknown
}
