import type { Message, Notice } from '@lamella/core'
import type { Counter } from '@lamella/core/plugin'
import { type CompactionStrategy, type NewCompaction, summaryMessage } from '@lamella/core/plugin'
import { type Asked, askStrategies, type StrategyFailure, type TriedStrategy } from './ask-strategies.ts'
import type { CompactByStrategies, RecursiveSummarization, Summarize } from './strategy.ts'
import { defaultSummarizerTokens } from './strategy.ts'
import { type SummaryStrategy, summarizeChunks } from './summary-strategy.ts'

/** Why messages stayed unchanged: why the last strategy failed, or why none was asked. */
export type SummaryFailure =
  | StrategyFailure
  /** The messages are too short for any summary to be shorter; no strategy was called. */
  | 'nothing-to-gain'
  /** Some messages between them are missing, and a summary must not replace messages that it does not cover. */
  | 'gap'

/** Consecutive messages to be replaced by one summary. */
export interface SummaryRun {
  readonly start: number
  readonly end: number
  readonly messages: readonly Message[]
}

/** The result of a run. */
export type RunOutcome =
  | {
      readonly type: 'summary'
      readonly compaction: NewCompaction
      readonly message: Message
      readonly strategy: string
      readonly notices?: readonly Notice[]
      readonly tried: readonly TriedStrategy[]
    }
  | {
      readonly type: 'failed'
      readonly reason: SummaryFailure
      readonly cause?: unknown
      readonly tried: readonly TriedStrategy[]
    }
  | { readonly type: 'cancelled' }

/**
 * Lets strategies summarize messages, one after the other until one succeeds.
 *
 * @param onCall Called before each call of a summarizer or a strategy.
 */
export async function summarizeRun(
  { start, end, messages }: SummaryRun,
  strategy: RecursiveSummarization | CompactByStrategies,
  counter: Counter,
  signal: AbortSignal,
  onCall: () => void,
): Promise<RunOutcome> {
  const size = counter.content(messages)
  const own = strategy.type === 'strategies' ? strategy : chunkBySelf(strategy, counter, onCall)
  const { strategies, maxOutputTokens: most = Math.floor(defaultSummarizerTokens / 2), context, model, timeout } = own
  const maxOutputTokens = Math.min(most, size - counter.message(summaryMessage({ start, end, text: '' })) - 1)
  if (maxOutputTokens < 1) return { type: 'failed', reason: 'nothing-to-gain', tried: [] }
  const asked: Asked = {
    start,
    end,
    messages,
    size,
    maxOutputTokens,
    context: context?.(messages) ?? { system: [], messages },
    model,
    timeout,
  }
  const onAsk = strategy.type === 'strategies' ? onCall : () => {}
  try {
    const written = await askStrategies(strategies, asked, counter, signal, onAsk)
    const { tried } = written
    if (written.strategy === undefined) {
      const { reason = 'threw', cause } = tried.at(-1) ?? {}
      return { type: 'failed', reason, ...(cause !== undefined && { cause }), tried }
    }
    const { text, native, notices, strategy: name } = written
    const compaction = { start, end, text, ...(native && { native }) }
    const message = summaryMessage(compaction)
    return { type: 'summary', compaction, message, strategy: name, tried, ...(notices && { notices }) }
  } catch (error) {
    if (signal.aborted) return { type: 'cancelled' }
    throw error
  }
}

/** The strategy of a function that summarizes. Its calls are counted one by one, and the caller limits their time. */
function chunkBySelf(
  { chunkSize, summarize, window = defaultSummarizerTokens }: RecursiveSummarization,
  counter: Counter,
  onCall: () => void,
): Pick<CompactByStrategies, 'strategies' | 'maxOutputTokens' | 'context' | 'model' | 'timeout'> {
  const ask: Summarize = (request) => {
    onCall()
    return summarize(request)
  }
  const own: CompactionStrategy & SummaryStrategy = {
    name: 'summarize',
    limitsEachCall: true,
    compact: async (request) => ({
      text: await summarizeChunks(ask, request, { chunkSize, window, count: counter.text }),
    }),
  }
  return { strategies: [own], maxOutputTokens: Math.floor(window / 2) }
}
