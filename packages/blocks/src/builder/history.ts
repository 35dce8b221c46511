import {
  batchByTurn,
  type CompactableSession,
  type CompressedHistory,
  type CompressionStrategy,
  type CompressOptions,
  compressMessages,
  type MessageBatch,
  readCompactable,
} from '@lamella/compaction'
import {
  type Framing,
  isLamellaError,
  type Message,
  type Notice,
  type Scope,
  type Session,
  type Tokenizer,
} from '@lamella/core'
import { aborted, longestTimer, summaryRange } from '@lamella/core/plugin'
import { openSession, type SessionStore } from '@lamella/store'
import { createSession } from '@lamella/store/memory'
import { startWithin, steadyKeep } from './steady-cut.ts'
import { withinDeadline } from './within-deadline.ts'

/** The source of the conversation so far. */
export type HistorySource =
  | { readonly batches: readonly MessageBatch[] }
  | { readonly store: SessionStore; readonly session: string }

export interface HistoryRequest {
  readonly scope: Scope
  readonly strategy: CompressionStrategy
  /** The limits of the history, in tokens and in messages. */
  readonly maxTokens: number
  readonly maxMessages: number
  readonly tokenizer: Tokenizer
  readonly framing: Framing
  readonly now: Date | undefined
  /** In milliseconds, for each call of the store and for the compression. */
  readonly deadline: number
  readonly compressionDeadline: number
  readonly signal: AbortSignal
}

/** A history within its limits. */
export interface ReadHistory {
  /** The session for the history layer, with notices. */
  readonly session: Session
  readonly compressed: CompressedHistory
}

/**
 * Reads the conversation so far, compresses it in whole batches if it is over its limits, and stores summaries. If
 * compressing or storing fails, the history stays unchanged and gets a notice.
 *
 * @throws LamellaError `ABORTED`, `LAYER_TIMEOUT`, and what reading the store throws
 */
export async function readHistory(source: HistorySource, request: HistoryRequest): Promise<ReadHistory> {
  const { strategy, maxTokens, maxMessages, tokenizer, framing, deadline, compressionDeadline, signal } = request
  const store = { layer: 'history', deadline, signal }
  const read = await withinDeadline((own) => readBatches(source, { ...request, signal: own }), store)
  const options: CompressOptions = {
    // Unread messages are over the limits.
    ...(read.start === 0 ? { limits: { messages: maxMessages, tokens: maxTokens } } : { start: read.start }),
    tokenizer,
    framing,
    signal,
  }
  const steady: CompressionStrategy =
    strategy.type === 'truncate' ? { ...strategy, keepRecent: steadyKeep(read.length, strategy.keepRecent) } : strategy
  const { compressed, trouble } = await compress(read.batches, steady, options, compressionDeadline)
  if (signal.aborted) throw aborted(signal)
  const { compactions } = compressed
  const messages = [...read.summaries, ...compressed.messages]
  const keep = (): Promise<readonly Notice[]> => keepSummaries(source, read.seen, compactions, request)
  const kept = compactions.length > 0 ? await withinDeadline(keep, store) : []
  const notices = [...read.notices, ...trouble, ...compressionNotices(compressed), ...kept]
  return { session: { ...createSession(messages), notices }, compressed: { ...compressed, messages } }
}

interface ReadBatches {
  readonly batches: readonly MessageBatch[]
  /** The position of the first message that was read. */
  readonly start: number
  /** The messages of the whole history. */
  readonly length: number
  /** The session that a summary may be saved for. */
  readonly seen?: CompactableSession
  /** The summaries before the messages that were read. */
  readonly summaries: readonly Message[]
  readonly notices: readonly Notice[]
}

async function readBatches(source: HistorySource, request: HistoryRequest): Promise<ReadBatches> {
  if ('batches' in source) {
    const length = source.batches.reduce((sum, { messages }) => sum + messages.length, 0)
    return { batches: source.batches, start: 0, length, summaries: [], notices: [] }
  }
  const { scope, strategy, maxMessages, signal } = request
  // Truncation reads only the messages it can show. A summary must cover everything.
  const seen = strategy.type === 'truncate' ? undefined : await readCompactable({ ...source, scope }, signal)
  if (seen) {
    const { messages, notices } = seen
    return { batches: batchByTurn(messages), start: 0, length: messages.length, seen, summaries: [], notices }
  }
  const session = await openSession(source.store, scope, source.session)
  const { length } = session
  const from = strategy.type === 'truncate' ? truncatedStart(length, strategy.keepRecent, maxMessages) : 0
  const read = await session.read(from, length, { signal })
  // The first complete turn.
  const firstOfUser = read.findIndex(({ role }) => role === 'user')
  const opening = from === 0 ? 0 : Math.max(0, firstOfUser)
  const messages = read.slice(opening)
  return {
    batches: batchByTurn(messages),
    start: from === 0 ? 0 : positionOf(messages, from + opening),
    length,
    summaries: (session.summaries ?? []).flatMap(({ position, message }) =>
      position < from + opening ? [message] : [],
    ),
    notices: session.notices,
  }
}

/** The position of the first message in its session. A summary replaces several messages and has its own range. */
function positionOf(messages: readonly Message[], shown: number): number {
  const index = messages.findIndex((message) => summaryRange(message) !== undefined)
  const range = index < 0 ? undefined : summaryRange(messages[index] as Message)
  return range === undefined ? shown : Math.max(0, range.start - index)
}

/** Compresses the history. If a message has an invalid summary mark, the history stays unchanged and gets a notice. */
async function compress(
  batches: readonly MessageBatch[],
  strategy: CompressionStrategy,
  options: CompressOptions,
  deadline: number,
): Promise<{ readonly compressed: CompressedHistory; readonly trouble: readonly Notice[] }> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), Math.min(deadline, longestTimer))
  const signal = options.signal === undefined ? late.signal : AbortSignal.any([options.signal, late.signal])
  try {
    return { compressed: await compressMessages(batches, strategy, { ...options, signal }), trouble: [] }
  } catch (error) {
    if (!isLamellaError(error, 'OPTION_INVALID')) throw error
    const messages = batches.flatMap((batch) => batch.messages)
    const left = { replaced: [], compactions: [], excluded: [], failed: [], calls: 0 }
    return {
      compressed: { ...left, messages, unchanged: 'failed' },
      trouble: [{ code: 'HISTORY_NOT_COMPRESSED', what: `The history was not compressed. ${error.what}` }],
    }
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The start of the turn in which the strategy's cut falls, or the limit's cut if the strategy keeps more than the limit
 * allows.
 */
function truncatedStart(length: number, keepRecent: number, most: number): number {
  const keep = steadyKeep(length, keepRecent)
  if (length <= most || keep > most) return startWithin(length, most)
  return Math.max(0, length - keep - most)
}

function compressionNotices({ failed, excluded, unchanged }: CompressedHistory): readonly Notice[] {
  const what = 'The history was not compressed: the compression reached its deadline.'
  return [
    ...(unchanged === 'cancelled' ? [{ code: 'HISTORY_NOT_COMPRESSED', what }] : []),
    ...failed.map(({ start, end, reason, cause }) => ({
      code: 'HISTORY_NOT_SUMMARIZED',
      what: `Messages ${start} to ${end - 1} were not summarized (${reason}) and stay unchanged.${cause instanceof Error ? ` ${cause.message}` : ''}`,
    })),
    ...excluded.map(({ id, start, end, reason }) => ({
      code: 'BATCH_EXCLUDED',
      what: `Messages ${start} to ${end - 1} were left out, because their batch '${id}' is ${reason}.`,
    })),
  ]
}

/** Saves summaries for the next build. This context includes them in any case. */
async function keepSummaries(
  source: HistorySource,
  seen: CompactableSession | undefined,
  compactions: CompressedHistory['compactions'],
  { now }: HistoryRequest,
): Promise<readonly Notice[]> {
  if ('batches' in source) return []
  const notKept = (why: string): Notice => ({
    code: 'SUMMARY_NOT_KEPT',
    what: `The session store did not save a summary that this context includes: ${why}`,
    fix: 'Check the session store.',
  })
  if (!seen) return [notKept('the positions of its messages are unknown.')]
  const { failed } = await seen.keep(compactions, { now })
  return failed.map(({ reason, cause }) =>
    notKept(reason === 'conflict' ? 'the messages have changed.' : cause instanceof Error ? cause.message : reason),
  )
}
