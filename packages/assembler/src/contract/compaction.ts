import type { CompactionResult, Summarize } from '@lamella/compaction'
import type { Scope } from '@lamella/core'
import type { CompactionStrategy } from '@lamella/core/plugin'
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

/** Whether the sizes of a session ask for a compaction. */
export interface DetectedNeed extends SessionStats {
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

/** Whether a session should be compacted. */
export interface CompactionCheck extends DetectedNeed {
  /** Tokens that a request has for messages: the window less the reserve, system prompt, tools and framing. */
  readonly available: number
  /** Tokens of it that this request leaves free. */
  readonly free: number
  /**
   * With `compaction: { mode: 'background' }`: `running` while a compaction is at work, `waiting` when its summary takes effect
   * with the next cut. Compaction is not needed meanwhile.
   */
  readonly background?: 'running' | 'waiting'
  /** With `compaction: { mode: 'background' }`: how the last compaction of the session in this process ended. */
  readonly last?: CompactionOutcome
}

/** How a compaction ended: with its result, or with the error that it threw. */
export type CompactionOutcome =
  | { readonly result: CompactionResult; readonly error?: undefined }
  | { readonly result?: undefined; readonly error: unknown }

/** A compaction in the background that has ended. */
export type CompactionEvent = CompactionOutcome & { readonly session: string; readonly scope: Scope }

/** Options of a check: those of the next `assemble` of the session. */
export interface CheckCompactionOptions extends AssembleOptions {
  /** The agent. Default: the one in the session's metadata. */
  readonly agent?: string
  /** Whether compaction is requested explicitly: it is then needed whatever the sizes. Default `false`. */
  readonly explicit?: boolean
}

/** Options of a compaction. */
export interface CompactOptions {
  /** The summarizer. Default, unless the call has strategies: the one in the dependencies. */
  readonly summarize?: Summarize
  /** The strategies. Default, unless the call has a summarizer: those in the dependencies. */
  readonly compaction?: readonly CompactionStrategy[]
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
