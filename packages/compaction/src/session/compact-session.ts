import { createEstimator, type Framing, type LamellaError, type Message, type Tokenizer } from '@lamella/core'
import {
  aborted,
  type BuiltContextLike,
  type CompactionStrategy,
  checkOptions,
  createCounter,
  defaultFraming,
  mustBeFunction,
  mustBeNumber,
  mustBeWhole,
  summaryRange,
} from '@lamella/core/plugin'
import type { SessionStore } from '@lamella/store'
import { batchByTurn } from '../compression/batch.ts'
import { compressMessages } from '../compression/compress-messages.ts'
import type { CompressedHistory, SummaryCompaction } from '../compression/compressed-history.ts'
import { defaultSummarizerTokens, type Summarize } from '../compression/strategy.ts'
import { storeUnsupported, summarizeMissing } from '../errors.ts'
import type { MissingFact } from '../summary/contract.ts'
import { missingFacts } from '../summary/missing-facts.ts'
import type { CompactionFailure, CompactionResult } from './compaction-result.ts'
import { recentToKeep } from './keep-recent.ts'
import { lastSent } from './last-sent.ts'
import { readShown, type SessionPlace, type ShownSession } from './read-shown.ts'
import { type RecordOptions, recordCompactions } from './record-compactions.ts'
import { mustBeStrategies, strategiesOf } from './strategies-of.ts'
import { nothingToCompact, unknownPlaces, whyUnchanged } from './why-unchanged.ts'

/** Which session to compact, and how. */
export interface CompactSessionRequest extends SessionPlace {
  /**
   * Strategies to write the summary, such as `anthropicCompaction` of `@lamella/wire/anthropic`. Each is asked if those
   * before it were refused, failed, took too long, or returned nothing, too much, or nothing shorter.
   */
  readonly compaction?: readonly CompactionStrategy[] | undefined
  /** A function that summarizes text: the last strategy. One of both is required. */
  readonly summarize?: Summarize | undefined
  /**
   * The minimum number of newest messages to keep unchanged, rounded up to whole turns. Default 20; with `available` fewer
   * if the turns of 20 messages take more than a quarter of it, but at least the newest turn.
   */
  readonly keepRecent?: number | undefined
  /** The maximum time in milliseconds for a strategy, and for one answer of the summarizer. Default 120,000. */
  readonly timeout?: number | undefined
  /** The request that was last sent: the strategies of providers continue from it. Default: the messages alone. */
  readonly context?: BuiltContextLike | undefined
  /**
   * For a request of a run: returns the fingerprint of what it sent before a message of the session, by its position, as
   * `sentPrefix` of `@lamella/runs` does. With it, thinking stays valid after a summary that a provider wrote.
   */
  readonly prefixOf?: ((before: number) => string | undefined) | undefined
  /** The model that the conversation is sent to, which not every strategy supports. */
  readonly model?: string | undefined
  /** The tokens that a request has for messages: a summary takes at most a quarter of it. Default: no limit by it. */
  readonly available?: number | undefined
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
  const result = await compactShown(request, checked, seen, { signal, opaque: 'shown' })
  const isUnwritten = result.tried.length > 0 && result.failed.every(({ reason }) => !afterWriting.has(reason))
  if (result.compacted || !isUnwritten || !seen.hasOpaque) return result
  // Who cannot read a summary of a provider reads the messages that it replaced.
  const all = await readUnlessAborted(request, signal, 'replaced')
  if (!all) return result
  const again = await compactShown(request, checked, all, { signal, opaque: 'replaced' })
  return { ...again, tried: [...result.tried, ...again.tried] }
}

/** Compacts a session as it was read. */
async function compactShown(
  request: CompactSessionRequest,
  { keepRecent, timeout, window, available }: ReturnType<typeof checkCompactable>,
  seen: ShownSession,
  { signal, opaque }: { readonly signal: AbortSignal; readonly opaque: RecordOptions['opaque'] },
): Promise<CompactionResult> {
  const { tokenizer = createEstimator(), framing = defaultFraming, now, context, prefixOf, model } = request
  const counter = createCounter(tokenizer, framing)
  const tokensBefore = counter.content(seen.messages)

  const shown = Math.max(64, Math.min(defaultSummarizerTokens, Math.floor(window / 2)))
  const most = Math.min(shown / 2, (available ?? Number.POSITIVE_INFINITY) / 4)
  const made = await compressMessages(
    batchByTurn(seen.messages),
    {
      type: 'strategies',
      strategies: strategiesOf(request, { window: shown, timeout, tokenizer }),
      keepRecent: keepRecent ?? recentToKeep(seen.messages, available, counter.content),
      maxOutputTokens: Math.max(1, Math.floor(most)),
      timeout,
      ...(model !== undefined && { model }),
      context: (messages) => lastSent(context, messages, prefixOf),
    },
    { tokenizer, framing, signal, start: 0 },
  )
  if (signal.aborted || made.unchanged === 'cancelled') throw compactionAborted(signal)
  const recorded = await recordCompactions(request, seen, made.compactions, { now, opaque })
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

/** What is checked of a request before a session is compacted. */
type Checkable = Pick<
  CompactSessionRequest,
  'compaction' | 'summarize' | 'keepRecent' | 'timeout' | 'window' | 'available'
>

/**
 * Checks the requirements for compacting a session.
 *
 * @throws LamellaError `COMPACTION_UNSUPPORTED`, `OPTION_INVALID`
 * @example
 * const { timeout } = checkCompactable({ store, summarize }) // 120,000
 */
export function checkCompactable({ store, ...request }: Checkable & { readonly store: SessionStore | undefined }): {
  readonly store: SessionStore
  readonly keepRecent: number | undefined
  readonly timeout: number
  readonly window: number
  readonly available: number | undefined
} {
  if (typeof store?.compactions?.add !== 'function') throw storeUnsupported()
  const { compaction, summarize, keepRecent, available } = request
  const { timeout = 120_000, window = 2 * defaultSummarizerTokens } = request
  if (summarize === undefined && (compaction === undefined || compaction.length === 0)) throw summarizeMissing()
  checkOptions<Checkable>(
    'compactSession',
    { compaction, summarize, keepRecent, timeout, window, available },
    {
      compaction: mustBeStrategies,
      summarize: mustBeFunction,
      keepRecent: mustBeWhole(0),
      timeout: mustBeNumber(1),
      window: mustBeWhole(1),
      available: mustBeWhole(1),
    },
  )
  return { store, keepRecent, timeout, window, available }
}

/** Returns the error for an aborted compaction. */
function compactionAborted(signal: AbortSignal): LamellaError<'ABORTED'> {
  return aborted(signal, 'The compaction')
}

async function readUnlessAborted(
  place: SessionPlace,
  signal: AbortSignal,
  opaque: RecordOptions['opaque'],
): Promise<ShownSession | undefined> {
  try {
    return await readShown(place, signal, opaque)
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
