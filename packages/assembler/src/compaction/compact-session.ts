import {
  createEstimator,
  defaultFraming,
  type Framing,
  type LamellaError,
  type Message,
  type Tokenizer,
} from '@lamella/core'
import { aborted, checkOptions, createCounter, mustBeFunction, mustBeNumber, mustBeWhole } from '@lamella/core/plugin'
import { summaryRange } from '@lamella/core/store'
import {
  batchByTurn,
  type CompressedHistory,
  compressMessages,
  defaultSummarizerTokens,
  type Summarize,
  type SummaryCompaction,
} from '@lamella/layers'
import type { CompactionFailure, CompactionResult } from '../contract/compaction.ts'
import { boundedSummarize } from './bounded-summarize.ts'
import { readShown, type SessionPlace, type ShownSession } from './read-shown.ts'
import { recordCompactions } from './record-compactions.ts'
import { storeUnsupported, summarizeMissing } from './unsupported.ts'

/** Which session to compact, and how. */
export interface CompactSessionRequest extends SessionPlace {
  readonly summarize?: Summarize | undefined
  /** The minimum number of newest messages to keep unchanged, rounded up to whole turns. Default 20. */
  readonly keepRecent?: number | undefined
  /** The maximum time in milliseconds for one answer of the summarizer. Default 120,000. */
  readonly timeout?: number | undefined
  /**
   * The window of the model, in tokens: a summary takes at most a quarter of it, and the summarizer gets at most half
   * of it at once. Default and maximum: 64,000.
   */
  readonly window?: number | undefined
  /** Counts tokens. Default: the core's estimate. */
  readonly tokenizer?: Tokenizer | undefined
  /** The tokens that a format adds to each message. Default: the core's. */
  readonly framing?: Framing | undefined
  readonly signal?: AbortSignal | undefined
  /** The time to record. Default: no time. */
  readonly now?: Date | undefined
}

/**
 * The maximum number of messages in one chunk. Tokens are the limit that matters; short messages should not cause many
 * calls.
 */
const chunkSize = 200

/**
 * Compacts the visible part of a session: complete turns that are older than the newest messages get one summary,
 * together with the previous summary, so there is only one however often this is done. Nothing is removed from the
 * session. Failures change nothing and are reported in the result: a summarizer that throws, returns nothing or too
 * much, or does not answer in time; a session that was changed in the meantime; a store that did not save the summary.
 *
 * @throws LamellaError `COMPACTION_UNSUPPORTED`, `OPTION_INVALID`, `ABORTED`, and errors of the store when it reads the
 * session. Nothing is changed then either.
 * @example
 * const result = await compactSession({ store, scope, session: 'session-123', summarize })
 * console.log(result.compacted, result.why)
 */
export async function compactSession(request: CompactSessionRequest): Promise<CompactionResult> {
  const { summarize, keepRecent, timeout, window } = checkCompactable(request)
  const { tokenizer = createEstimator(), framing = defaultFraming, now } = request
  const { signal = new AbortController().signal } = request
  if (signal.aborted) throw compactionAborted(signal)
  const seen = await readUnlessAborted(request, signal)
  if (!seen) return unchanged([], 0, 'A message imitates a summary, and the messages that it replaces are unknown.', [])
  const counter = createCounter(tokenizer, framing)
  const tokensBefore = counter.content(seen.messages)

  const bounded = boundedSummarize(summarize, timeout)
  const shown = Math.max(64, Math.min(defaultSummarizerTokens, Math.floor(window / 2)))
  const made = await compressMessages(
    batchByTurn(seen.messages),
    { type: 'recursiveSummarization', chunkSize, keepRecent, window: shown, summarize: bounded.summarize },
    { tokenizer, framing, signal, start: 0 },
  )
  if (signal.aborted || made.unchanged === 'cancelled') throw compactionAborted(signal)
  const failed = made.failed.map(({ reason, ...one }) => ({
    ...one,
    reason: bounded.isTimeout(one.cause) ? ('timeout' as const) : reason,
  }))
  const recorded = await recordCompactions(request, seen, made.compactions, now)
  const failures = [...failed, ...recorded.failed]
  if (recorded.kept.length === 0) {
    const [first] = failures
    return unchanged(seen.messages, tokensBefore, first ? sentences[first.reason] : nothingToCompact, failures)
  }
  const after = shownAfter(seen, made, recorded.kept)
  return {
    compacted: true,
    replaced: recorded.kept.map(({ start, end }) => ({ start, end })),
    messagesBefore: seen.messages.length,
    messagesAfter: after.length,
    tokensBefore,
    tokensAfter: counter.content(after),
    failed: failures,
  }
}

/**
 * Checks the requirements for compacting a session.
 *
 * @throws LamellaError `COMPACTION_UNSUPPORTED`, `OPTION_INVALID`
 */
export function checkCompactable({ store, ...request }: CompactSessionRequest): {
  readonly summarize: Summarize
  readonly keepRecent: number
  readonly timeout: number
  readonly window: number
} {
  if (typeof store?.compact !== 'function' || typeof store.compactions !== 'function') throw storeUnsupported()
  const { summarize, keepRecent = 20, timeout = 120_000, window = 2 * defaultSummarizerTokens } = request
  if (summarize === undefined) throw summarizeMissing()
  return checkOptions(
    'compactSession',
    { summarize, keepRecent, timeout, window },
    { summarize: mustBeFunction, keepRecent: mustBeWhole(0), timeout: mustBeNumber(1), window: mustBeWhole(1) },
  )
}

/** Returns the error for an aborted compaction. */
export function compactionAborted(signal: AbortSignal): LamellaError<'ABORTED'> {
  return aborted(signal, 'The compaction')
}

async function readUnlessAborted(place: SessionPlace, signal: AbortSignal): Promise<ShownSession | undefined> {
  try {
    return await readShown(place, signal)
  } catch (error) {
    throw signal.aborted ? compactionAborted(signal) : error
  }
}

function unchanged(
  { length }: readonly Message[],
  tokens: number,
  why: string,
  failed: CompactionResult['failed'],
): CompactionResult {
  const sizes = { messagesBefore: length, messagesAfter: length, tokensBefore: tokens, tokensAfter: tokens }
  return { compacted: false, replaced: [], ...sizes, why, failed }
}

/** Returns the messages to show once some of the new summaries are saved. */
function shownAfter(
  { messages, places }: ShownSession,
  made: CompressedHistory,
  kept: readonly SummaryCompaction[],
): readonly Message[] {
  const summaries = new Map(made.messages.map((message) => [summaryRange(message)?.start, message]))
  const after: Message[] = []
  let next = 0
  for (const [index, message] of messages.entries()) {
    const start = places[index]?.start ?? 0
    while (next < kept.length && start >= (kept[next]?.end ?? 0)) next++
    const one = kept[next]
    if (one === undefined || start < one.start) after.push(message)
    else if (start === one.start) after.push(summaries.get(start) ?? message)
  }
  return after
}

const nothingToCompact = 'Every complete turn is recent or already a summary.'

const sentences: Readonly<Record<CompactionFailure, string>> = {
  threw: 'The summarizer threw.',
  empty: 'The summarizer returned no text.',
  'too-long': 'The summary was too long, or no shorter than the messages it replaces.',
  'nothing-to-gain': 'The messages to compact are too short for any summary to be shorter.',
  'budget-too-small': "The summarizer's budget is too small for a single character.",
  gap: 'Messages in between are missing.',
  timeout: 'The summarizer took too long.',
  conflict: 'Another process changed the session in the meantime.',
  'not-kept': 'The store did not save the summary.',
}
