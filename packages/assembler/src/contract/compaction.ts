import type { Scope } from '@lamella/core'
import type { Summarize, SummaryFailure } from '@lamella/layers'
import type { AssembleOptions } from './assemble-options.ts'

/** Why a session should be compacted. */
export type CompactionReason = 'token_limit' | 'message_count' | 'tool_count' | 'explicit'

/** The size of a session. */
export interface SessionStats {
  /** The number of messages as shown: a summary is one. */
  readonly messageCount: number
  /** Tokens of the history, as far as it was read. */
  readonly tokenCount: number
  /** The number of tool calls, as far as the session was read. */
  readonly toolCallCount: number
}

/** Whether a session should be compacted. */
export interface CompactionCheck extends SessionStats {
  readonly needed: boolean
  /** The first reason that applies, even while cooling down: explicit, tokens, messages, calls. */
  readonly reason?: CompactionReason
  /** Tokens of the whole request, as far as it was read: no further back than twice the window. */
  readonly currentTokens: number
  /** The number of tokens above which compaction is needed. */
  readonly threshold: number
  /** Whether it would be needed, but the last attempt failed and the session has hardly grown since. */
  readonly coolingDown: boolean
}

/** Options of a check: those of the next `assemble` of the session. */
export interface CheckCompactionOptions extends AssembleOptions {
  /** The agent. Default: the one in the session's metadata. */
  readonly agent?: string
  /** Whether compaction is requested explicitly: it is then needed whatever the sizes. Default `false`. */
  readonly explicit?: boolean
}

/** Options of a compaction. */
export interface CompactOptions {
  /** The summarizer. Default: the one in the dependencies. */
  readonly summarize?: Summarize
  /** The agent. Default: the one in the session's metadata. It matters if the scope depends on it. */
  readonly agent?: string
  /** The scope of the session, if it differs from the one in the dependencies. */
  readonly scope?: Scope
  /**
   * The window, in tokens, of the model that will read the summary: the summary takes at most a quarter. Default: that
   * of the configuration's `model`, or 64,000.
   */
  readonly window?: number
  readonly signal?: AbortSignal
  /** The time to record. Default: the clock's. */
  readonly now?: Date
}

/**
 * Why a run of messages stayed unchanged. `timeout`: an answer of the summarizer took too long. `conflict`: another
 * process changed the same run in the meantime. `not-kept`: the store did not save the summary.
 */
export type CompactionFailure = SummaryFailure | 'timeout' | 'conflict' | 'not-kept'

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
