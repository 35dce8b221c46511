import type { Scope } from '@lamella/core'
import type { Summarize, SummaryFailure } from '@lamella/layers'
import type { AssembleOptions } from './assemble-options.ts'

/** Why a session should be compacted. */
export type CompactionReason = 'token_limit' | 'message_count' | 'tool_count' | 'explicit'

/** How large a session is. */
export interface SessionStats {
  /** Messages as they are shown: a summary is one. */
  readonly messageCount: number
  /** Tokens of the history, as far as it was read. */
  readonly tokenCount: number
  /** Calls of tools, as far as the session was read. */
  readonly toolCallCount: number
}

/** Whether a session should be compacted. */
export interface CompactionCheck extends SessionStats {
  readonly needed: boolean
  /** The first of them that holds: explicit, tokens, messages, calls; also where it is cooling down. */
  readonly reason?: CompactionReason
  /** Tokens of the whole request, as far as it was read: no further back than twice the window. */
  readonly currentTokens: number
  /** Tokens above which it is needed. */
  readonly threshold: number
  /** It would be needed, but the last attempt came to nothing and the session has hardly grown since. */
  readonly coolingDown: boolean
}

/** What a check is made with: what the next `assemble` of the session would be. */
export interface CheckCompactionOptions extends AssembleOptions {
  /** Default: the one of the session's metadata. */
  readonly agent?: string
  /** Somebody asks for it: it is needed whatever the sizes. Default `false`. */
  readonly explicit?: boolean
}

/** How a session is compacted. */
export interface CompactOptions {
  /** Default: the one of the dependencies. */
  readonly summarize?: Summarize
  /** Default: the one of the session's metadata. It matters where the scope follows from it. */
  readonly agent?: string
  /** Whose session it is, where that is not the one of the dependencies. */
  readonly scope?: Scope
  /** Of the model that will read the summary, in tokens: it takes at most a quarter. Default: that of the configuration's `model`, or 64,000. */
  readonly window?: number
  readonly signal?: AbortSignal
  /** When it happens, for the record. Default: the clock's. */
  readonly now?: Date
}

/**
 * Why a stretch stayed as it was. `timeout`: an answer of the summarizer took too long. `conflict`: somebody changed the same
 * stretch meanwhile. `not-kept`: the store did not keep the summary.
 */
export type CompactionFailure = SummaryFailure | 'timeout' | 'conflict' | 'not-kept'

/** What became of it. Nothing is ever removed from the session. */
export interface CompactionResult {
  /** Whether anything was compacted. */
  readonly compacted: boolean
  /** Messages that a new summary stands for now, by position in the session; `end` is behind the last one. */
  readonly replaced: readonly { readonly start: number; readonly end: number }[]
  /** Of what is shown of the session: messages, and summaries in place of others. */
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
    readonly reason: CompactionFailure
    readonly cause?: unknown
  }[]
}
