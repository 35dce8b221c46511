import { createEstimator, type Framing, type Message, type Tokenizer } from '@lamella/core'
import {
  type Counter,
  checkOptions,
  createCounter,
  defaultFraming,
  mustBeObject,
  mustBeOneOf,
  mustBeWhole,
  mustHaveMethod,
} from '@lamella/core/plugin'
import { checkBatches, type MessageBatch } from './batch.ts'
import type {
  CompressedHistory,
  FailedSummary,
  ReplacedMessages,
  SummaryCompaction,
  UnchangedReason,
  WrittenSummary,
} from './compressed-history.ts'
import { type BatchGroup, groupBatches } from './group-batches.ts'
import { excludedBatches, idsOf, isSummary, type Run, sortGroups, withoutSummaries } from './sort-groups.ts'
import {
  type CompactByStrategies,
  type CompressionStrategy,
  checkStrategy,
  type RecursiveSummarization,
} from './strategy.ts'
import { summarizeRun } from './summarize-run.ts'

/** How large a history may grow before it is compressed. Compression starts as soon as one limit is exceeded. */
export interface HistoryLimits {
  readonly messages?: number
  readonly tokens?: number
}

/** When a history is compressed, and how it is counted. */
export interface CompressOptions {
  /**
   * Nothing is compressed while the visible history is within all limits. Default: no limits, so the history is always
   * compressed.
   */
  readonly limits?: HistoryLimits
  /** Counts tokens. Default: the core's estimate. */
  readonly tokenizer?: Tokenizer
  /** The tokens that a format adds to each message. Default: the core's. */
  readonly framing?: Framing
  /** Cancels the compression. Unfinished work changes nothing. */
  readonly signal?: AbortSignal
  /** Position of the first message in its session. Default: the position in a summary at the beginning, or else 0. */
  readonly start?: number
  /**
   * How summaries among the messages count. `'ranges'`: they replace the messages that they summarize, as in
   * `openSession`. `'messages'`: they are messages of the session itself, one position each. Default `'ranges'`.
   */
  readonly summaries?: 'ranges' | 'messages'
}

/**
 * Compresses a history in whole batches. Adjacent complete batches are compressed together; the active batch is never
 * touched; other incomplete batches are left out of the result and reported. Batches with a call and its result stay
 * together. Neither the input nor the store is changed: the result is an overlay. If a summary fails, is empty or is no
 * shorter than the messages it replaces, they stay unchanged.
 *
 * If other batches lie between complete ones, each run of complete batches gets its own summary, so no summary replaces
 * messages that it does not cover.
 *
 * In a run, store the compactions (`SessionCompactions.add`, `readCompactable`) and open the session again: that begins a
 * new epoch. Do not pass `messages` as the session of a run: their positions move with every compression, so each
 * request would begin a new epoch, with the reason `edited`. A run needs no `truncate`, since it gives way by itself.
 *
 * @throws LamellaError `OPTION_INVALID`. Errors from the summarizer are reported in the result.
 * @example
 * const strategy = { type: 'recursiveSummarization', chunkSize: 20, summarize } as const
 * const result = await compressMessages(batchByTurn(messages), strategy, { limits: { tokens: 80_000 } })
 * for (const one of result.compactions) await store.compactions.add(scope, 'telegram_4711', one)
 */
export async function compressMessages(
  batches: readonly MessageBatch[],
  strategy: CompressionStrategy,
  options: CompressOptions = {},
): Promise<CompressedHistory> {
  const { limits, start, summaries = 'ranges', signal = new AbortController().signal, ...given } = check(options)
  const { type, keepRecent = 1 } = checkStrategy('compressMessages', strategy)
  const groups = groupBatches(checkBatches('compressMessages', batches), { start, summaries })
  const counter = createCounter(given.tokenizer ?? createEstimator(), given.framing ?? defaultFraming)
  const { excluded, runs } = sortGroups(groups, keepRecent)
  const shown = new Map<BatchGroup, readonly Message[]>(excluded.map((group) => [group, []]))
  const left = { excluded: excludedBatches(excluded), replaced: [], compactions: [], failed: [] }
  const same = (unchanged: UnchangedReason, calls = 0, failed: readonly FailedSummary[] = []): CompressedHistory => {
    return { ...left, messages: show(groups, shown), failed, unchanged, calls }
  }
  if (signal.aborted) return same('cancelled')
  if (limits && isWithin(show(groups, shown), limits, counter)) return same('within-limits')

  if (type === 'truncate') {
    // A summary stays until a newer one covers it.
    const dropped = runs.flatMap(withoutSummaries)
    if (dropped.length === 0) return same('nothing-to-compress')
    for (const run of dropped) replace(run, shown, [])
    return { ...left, messages: show(groups, shown), replaced: dropped.map(replaced), calls: 0 }
  }

  const wanted = runs.filter((run) => !isSummary(run))
  if (wanted.length === 0) return same('nothing-to-compress')
  const made = await summarizeAll(wanted, strategy as RecursiveSummarization | CompactByStrategies, counter, signal)
  if (made.cancelled) return same('cancelled', made.calls)
  if (made.summaries.length === 0) return same('failed', made.calls, made.failed)
  for (const { run, message } of made.summaries) replace(run, shown, [message])
  return {
    ...left,
    messages: show(groups, shown),
    replaced: made.summaries.map(({ run }) => replaced(run)),
    compactions: made.summaries.map(({ compaction }) => compaction),
    ...(type === 'strategies' && { written: made.summaries.map(({ written }) => written) }),
    failed: made.failed,
    calls: made.calls,
  }
}

function check(options: CompressOptions): CompressOptions {
  const checked = checkOptions('compressMessages', options, {
    limits: mustBeObject,
    tokenizer: mustHaveMethod('count'),
    framing: mustBeObject,
    signal: mustHaveMethod('addEventListener'),
    start: mustBeWhole(0),
    summaries: mustBeOneOf(['ranges', 'messages']),
  })
  if (checked.limits) {
    checkOptions('compressMessages', checked.limits, { messages: mustBeWhole(0), tokens: mustBeWhole(0) })
  }
  return checked
}

function isWithin(messages: readonly Message[], limits: HistoryLimits, counter: Counter): boolean {
  const { messages: most, tokens } = limits
  if (most === undefined && tokens === undefined) return false
  if (most !== undefined && messages.length > most) return false
  return tokens === undefined || counter.content(messages) <= tokens
}

interface MadeSummary {
  readonly run: Run
  readonly compaction: SummaryCompaction
  readonly message: Message
  readonly written: WrittenSummary
}

/** One run after the other, because models have rate limits too. */
async function summarizeAll(
  runs: readonly Run[],
  strategy: RecursiveSummarization | CompactByStrategies,
  counter: Counter,
  signal: AbortSignal,
): Promise<{
  readonly summaries: readonly MadeSummary[]
  readonly failed: readonly FailedSummary[]
  readonly calls: number
  readonly cancelled: boolean
}> {
  const summaries: MadeSummary[] = []
  const failed: FailedSummary[] = []
  let calls = 0
  for (const run of runs) {
    const { start, end, groups } = run
    if (!groups.every(({ solid }) => solid)) {
      failed.push({ start, end, reason: 'gap' })
      continue
    }
    const outcome = await summarizeRun(run, strategy, counter, signal, () => {
      calls++
    })
    if (outcome.type === 'cancelled') return { summaries: [], failed: [], calls, cancelled: true }
    if (outcome.type === 'summary') {
      const compaction = { ...outcome.compaction, origin: { by: 'agent', from: 'summary' } } as const
      const { message, strategy: name, tried, notices } = outcome
      const written = { start, end, strategy: name, tried, ...(notices && { notices }) }
      summaries.push({ run, compaction, message, written })
    } else {
      const { reason, cause, tried } = outcome
      failed.push({
        start,
        end,
        reason,
        ...(cause !== undefined && { cause }),
        ...(strategy.type === 'strategies' && { tried }),
      })
    }
  }
  return { summaries, failed, calls, cancelled: false }
}

function replaced({ start, end, groups }: Run): ReplacedMessages {
  return { start, end, batches: idsOf(groups) }
}

function replace({ groups }: Run, shown: Map<BatchGroup, readonly Message[]>, by: readonly Message[]): void {
  for (const [index, group] of groups.entries()) shown.set(group, index === 0 ? by : [])
}

function show(groups: readonly BatchGroup[], shown: ReadonlyMap<BatchGroup, readonly Message[]>): readonly Message[] {
  return groups.flatMap((group) => shown.get(group) ?? group.messages)
}
