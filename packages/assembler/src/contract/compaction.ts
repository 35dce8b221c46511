import type { Summarize, SummaryFailure } from '@lamella/layers'

/** Why a session should be compacted. */
export type CompactionReason = 'token_limit' | 'message_count' | 'tool_count' | 'explicit'

/** How large a session is. */
export interface SessionStats {
  readonly messageCount: number
  readonly tokenCount: number
  readonly toolCallCount: number
}

/** Whether a session should be compacted. */
export interface CompactionCheck extends SessionStats {
  readonly needed: boolean
  /** The first of them that holds: explicit, tokens, messages, calls. */
  readonly reason?: CompactionReason
  /** Tokens of the whole request, as far as it was read: no further back than twice the window. */
  readonly currentTokens: number
  /** Tokens from which on it is needed. */
  readonly threshold: number
  /** It would be needed, but the last attempt came to nothing and the session has hardly grown since. */
  readonly coolingDown: boolean
}

/** How a session is compacted. */
export interface CompactOptions {
  readonly summarize?: Summarize
  readonly signal?: AbortSignal
  /** When it happens, for the record. Default: the clock's. */
  readonly now?: Date
}

/** What became of it. Nothing is ever removed from the session. */
export interface CompactionResult {
  /** Whether anything was compacted. */
  readonly compacted: boolean
  /** Messages that a summary stands for now, by position in what was shown before. */
  readonly replaced: readonly { readonly start: number; readonly end: number }[]
  readonly messagesBefore: number
  readonly messagesAfter: number
  readonly tokensBefore: number
  readonly tokensAfter: number
  /** Why not, in one sentence; absent when it was. */
  readonly why?: string
  /** Stretches that stayed as they were, each told once. */
  readonly failed: readonly {
    readonly start: number
    readonly end: number
    readonly reason: SummaryFailure | 'timeout'
    readonly cause?: unknown
  }[]
}
