import { createEstimator, type LamellaError, type Message } from '@lamella/core'
import { aborted, createCounter, defaultFraming, summaryRange } from '@lamella/core/plugin'
import { batchByTurn } from '../compression/batch.ts'
import { compressMessages } from '../compression/compress-messages.ts'
import type { CompressedHistory, SummaryCompaction } from '../compression/compressed-history.ts'
import { defaultSummarizerTokens } from '../compression/strategy.ts'
import type { MissingFact } from '../summary/contract.ts'
import { missingFacts } from '../summary/missing-facts.ts'
import { type CompactSessionRequest, checkCompactable } from './compact-session-request.ts'
import type { CompactionFailure, CompactionResult } from './compaction-result.ts'
import { recentToKeep } from './keep-recent.ts'
import { lastSent } from './last-sent.ts'
import { type CompactableSession, readCompactable } from './read-compactable.ts'
import type { Opaque, SessionPlace, ShownSession } from './read-shown.ts'
import { strategiesOf } from './strategies-of.ts'
import { nothingToCompact, unknownPlaces, whyUnchanged } from './why-unchanged.ts'

/**
 * Compacts the visible part of a session: complete turns that are older than the newest messages get one summary,
 * together with the previous summary, so there is only one however often this is done. Nothing is removed from the
 * session. Failures change nothing and are reported in the result: strategies of which none wrote a usable summary in
 * time; a session that was changed in the meantime; a store that did not save the summary.
 *
 * @throws LamellaError `COMPACTION_UNSUPPORTED`, `OPTION_INVALID`, `ABORTED`, and errors of the store when it reads the
 * session. Nothing is changed then either.
 * @example
 * const result = await compactSession({ store, scope, session: 'session-123', summarize })
 * console.log(result.compacted, result.why)
 */
export async function compactSession(request: CompactSessionRequest): Promise<CompactionResult> {
  const checked = checkCompactable(request)
  const { signal = new AbortController().signal } = request
  if (signal.aborted) throw compactionAborted(signal)
  const seen = await readUnlessAborted(request, signal, 'shown')
  if (!seen) return unchanged([], 0, unknownPlaces, [])
  const result = await compactShown(request, checked, seen, signal)
  const isUnwritten = result.tried.length > 0 && result.failed.every(({ reason }) => !afterWriting.has(reason))
  if (result.compacted || !isUnwritten || !seen.hasOpaque) return result
  // Who cannot read a summary of a provider reads the messages that it replaced.
  const all = await readUnlessAborted(request, signal, 'replaced')
  if (!all) return result
  const again = await compactShown(request, checked, all, signal)
  return { ...again, tried: [...result.tried, ...again.tried] }
}

/** Compacts a session as it was read. */
async function compactShown(
  request: CompactSessionRequest,
  { keepRecent, timeout, window, available }: ReturnType<typeof checkCompactable>,
  seen: CompactableSession,
  signal: AbortSignal,
): Promise<CompactionResult> {
  const { tokenizer = createEstimator(), framing = defaultFraming, now, context, prefixOf, model } = request
  const counter = createCounter(tokenizer, framing)
  const tokensBefore = counter.content(seen.messages)

  const shown = Math.max(64, Math.min(defaultSummarizerTokens, Math.floor(window / 2)))
  const most = Math.min(shown / 2, (available ?? Number.POSITIVE_INFINITY) / 4)
  // The system messages with which a session begins are no part of the conversation.
  const start = Math.max(
    0,
    seen.messages.findIndex(({ role }) => role !== 'system'),
  )
  const made = await compressMessages(
    batchByTurn(seen.messages.slice(start)),
    {
      type: 'strategies',
      strategies: strategiesOf(request, { window: shown, timeout, tokenizer }),
      keepRecent: keepRecent ?? recentToKeep(seen.messages, available, counter.content),
      maxOutputTokens: Math.max(1, Math.floor(most)),
      timeout,
      ...(model !== undefined && { model }),
      context: (messages) => lastSent(context, messages, prefixOf),
    },
    { tokenizer, framing, signal, start },
  )
  if (signal.aborted || made.unchanged === 'cancelled') throw compactionAborted(signal)
  const recorded = await seen.keep(made.compactions, { now })
  const failures = [...made.failed.map(({ tried: _, ...one }) => one), ...recorded.failed]
  const tried = [...(made.written ?? []), ...made.failed].flatMap((one) => one.tried ?? [])
  if (recorded.kept.length === 0) {
    const [first] = failures
    const why = first ? whyUnchanged[first.reason] : nothingToCompact
    return { ...unchanged(seen.messages, tokensBefore, why, failures), tried }
  }
  const written = made.written?.filter((one) => recorded.kept.some(({ start }) => start === one.start)) ?? []
  const strategy = written[0]?.strategy
  const after = shownAfter(seen, made, recorded.kept)
  return {
    compacted: true,
    replaced: recorded.kept.map(({ start, end }) => ({ start, end })),
    messagesBefore: seen.messages.length,
    messagesAfter: after.length,
    tokensBefore,
    tokensAfter: counter.content(after),
    failed: failures,
    ...(strategy !== undefined && { strategy }),
    tried,
    missing: recorded.kept.flatMap((one) => missingIn(seen, one)),
    notices: written.flatMap(({ notices = [] }) => notices),
  }
}

/** Returns what a summary does not say of the messages that it replaces. What only a provider can read is not judged. */
function missingIn({ messages, places }: ShownSession, summary: SummaryCompaction): readonly MissingFact[] {
  if (summary.native?.opaque) return []
  const { start, end } = summary
  const isReplaced = (_: unknown, index: number): boolean => {
    const place = places[index]
    return place !== undefined && place.start >= start && place.end <= end
  }
  const positions = places.filter(isReplaced).map((place) => place.start)
  return missingFacts(messages.filter(isReplaced), summary.text, { positions })
}

/** Failures of a summary that was written. */
const afterWriting: ReadonlySet<CompactionFailure> = new Set(['conflict', 'not-kept'])

function compactionAborted(signal: AbortSignal): LamellaError<'ABORTED'> {
  return aborted(signal, 'The compaction')
}

async function readUnlessAborted(
  place: SessionPlace,
  signal: AbortSignal,
  opaque: Opaque,
): Promise<CompactableSession | undefined> {
  try {
    return await readCompactable(place, signal, opaque)
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
  return { compacted: false, replaced: [], ...sizes, why, failed, tried: [], missing: [], notices: [] }
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
