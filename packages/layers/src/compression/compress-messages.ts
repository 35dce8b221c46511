import { createEstimator, defaultFraming, type Framing, type Message, type Tokenizer } from '@lamella/core'
import {
  type Counter,
  checkOptions,
  createCounter,
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
} from './compressed-history.ts'
import { type BatchGroup, groupBatches } from './group-batches.ts'
import { excludedBatches, idsOf, isSummary, type Run, sortGroups } from './sort-groups.ts'
import { type CompressionStrategy, checkStrategy, type RecursiveSummarization } from './strategy.ts'
import { summarizeRun } from './summarize-run.ts'

/** How much a history may hold before it is compressed: it is as soon as one of them is passed. */
export interface HistoryLimits {
  readonly messages?: number
  readonly tokens?: number
}

/** When, and by which counts, a history is compressed. */
export interface CompressOptions {
  /**
   * Nothing is compressed while what is shown of the history is within all of them. Default: none, so that it is compressed in
   * any case.
   */
  readonly limits?: HistoryLimits
  /** Default: the core's estimate. */
  readonly tokenizer?: Tokenizer
  /** What a format adds to each message. Default: the core's. */
  readonly framing?: Framing
  /** Ends it: what was not finished changes nothing. */
  readonly signal?: AbortSignal
  /** Position of the first message in its session. Default 0, or what a summary at the beginning says. */
  readonly start?: number
  /**
   * What summaries among the messages are. `'ranges'`: they are shown in place of the messages that they stand for, as
   * `openSession` does. `'messages'`: they are messages of the session itself, one position each. Default `'ranges'`.
   */
  readonly summaries?: 'ranges' | 'messages'
}

/**
 * Makes a history shorter, by whole batches. Complete batches that stand together are compressed together; the active one is
 * never touched; others that are not complete are left out of the result and reported. Batches with a call and its result
 * stay together. Nothing passed in is changed and the store is not either: the result is an overlay. A summary that fails, is
 * empty or is no shorter than what it stands for changes nothing there.
 *
 * Where batches that stay stand between complete ones, each stretch has a summary of its own, so that none stands for messages
 * that it has not seen.
 *
 * @throws LamellaError `OPTION_INVALID`. What the summarizer throws is in the result.
 * @example
 * const strategy = { type: 'recursiveSummarization', chunkSize: 20, summarize } as const
 * const result = await compressMessages(batchByTurn(messages), strategy, { limits: { tokens: 80_000 } })
 * for (const one of result.compactions) await store.compact(scope, 'telegram_4711', one)
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
    if (runs.length === 0) return same('nothing-to-compress')
    for (const run of runs) replace(run, shown, [])
    return { ...left, messages: show(groups, shown), replaced: runs.map(replaced), calls: 0 }
  }

  const wanted = runs.filter((run) => !isSummary(run))
  if (wanted.length === 0) return same('nothing-to-compress')
  const made = await summarizeAll(wanted, strategy as RecursiveSummarization, counter, signal)
  if (made.cancelled) return same('cancelled', made.calls)
  if (made.summaries.length === 0) return same('failed', made.calls, made.failed)
  for (const { run, message } of made.summaries) replace(run, shown, [message])
  return {
    ...left,
    messages: show(groups, shown),
    replaced: made.summaries.map(({ run }) => replaced(run)),
    compactions: made.summaries.map(({ compaction }) => compaction),
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
}

/** One run after the other: models have limits, too. */
async function summarizeAll(
  runs: readonly Run[],
  strategy: RecursiveSummarization,
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
      summaries.push({ run, compaction, message: outcome.message })
    } else {
      const { reason, cause } = outcome
      failed.push({ start, end, reason, ...(cause !== undefined && { cause }) })
    }
  }
  return { summaries, failed, calls, cancelled: false }
}

function replaced({ start, end, groups }: Run): ReplacedMessages {
  return { start, end, batches: idsOf(groups) }
}

/** Shows messages in place of those of a run. */
function replace({ groups }: Run, shown: Map<BatchGroup, readonly Message[]>, by: readonly Message[]): void {
  for (const [index, group] of groups.entries()) shown.set(group, index === 0 ? by : [])
}

function show(groups: readonly BatchGroup[], shown: ReadonlyMap<BatchGroup, readonly Message[]>): readonly Message[] {
  return groups.flatMap((group) => shown.get(group) ?? group.messages)
}
