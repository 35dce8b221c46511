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

/** Which session is compacted, and how. */
export interface CompactSessionRequest extends SessionPlace {
  readonly summarize?: Summarize | undefined
  /** At least so many of the newest messages stay as they are, rounded up to whole turns. Default 20. */
  readonly keepRecent?: number | undefined
  /** Milliseconds that one answer of the summarizer may take. Default 120,000. */
  readonly timeout?: number | undefined
  /**
   * Of the model, in tokens: a summary takes at most a quarter of it, and the summarizer is shown at most half of it at once.
   * Default, and at most what counts: 64,000.
   */
  readonly window?: number | undefined
  /** Default: the core's estimate. */
  readonly tokenizer?: Tokenizer | undefined
  /** Default: the core's. */
  readonly framing?: Framing | undefined
  readonly signal?: AbortSignal | undefined
  /** When it happens, for the record. Default: no time. */
  readonly now?: Date | undefined
}

/** Messages of one chunk. Its tokens are what counts; short messages need not be many questions for that. */
const chunkSize = 200

/**
 * Makes what is shown of a session shorter: complete turns that are older than the newest messages get one summary, with the
 * summary before it, so that there is one however often this is done. Nothing is removed from the session. What fails changes
 * nothing and is told in the result: a summarizer that throws, gives nothing, too much, or no answer in time; a
 * session that others changed meanwhile; a store that did not keep the summary.
 *
 * @throws LamellaError `COMPACTION_UNSUPPORTED`, `OPTION_INVALID`, `ABORTED`, and what the store throws when the session is
 * read. Then nothing is changed either.
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
  if (!seen) return unchanged([], 0, 'A message passes for a summary, and it cannot be told what it stands for.', [])
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
  const told = [...failed, ...recorded.failed]
  if (recorded.kept.length === 0) {
    const [first] = told
    return unchanged(seen.messages, tokensBefore, first ? sentences[first.reason] : nothingToCompact, told)
  }
  const after = shownAfter(seen, made, recorded.kept)
  return {
    compacted: true,
    replaced: recorded.kept.map(({ start, end }) => ({ start, end })),
    messagesBefore: seen.messages.length,
    messagesAfter: after.length,
    tokensBefore,
    tokensAfter: counter.content(after),
    failed: told,
  }
}

/** What is needed to compact a session at all. @throws LamellaError `COMPACTION_UNSUPPORTED`, `OPTION_INVALID` */
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

/** The error for a compaction that nobody waits for any more. */
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

/** What is shown once some of the summaries that were made are kept. */
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

const nothingToCompact = 'All that is complete is recent, or a summary already.'

const sentences: Readonly<Record<CompactionFailure, string>> = {
  threw: 'The summarizer threw.',
  empty: 'The summarizer gave no text.',
  'too-long': 'The summary was longer than it might be, or no shorter than what it stands for.',
  'nothing-to-gain': 'What could be compacted is so short that no summary could be shorter.',
  'budget-too-small': 'The summarizer could not be shown a single character within its budget.',
  gap: 'Messages are missing in between.',
  timeout: 'The summarizer took too long.',
  conflict: 'The session was changed by others meanwhile.',
  'not-kept': 'The store did not keep the summary.',
}
