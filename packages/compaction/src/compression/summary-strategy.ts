import { createEstimator, type Tokenizer } from '@lamella/core'
import type { CompactionRequest, CompactionStrategy } from '@lamella/core/plugin'
import {
  checkOptions,
  mustBeFunction,
  mustBeNumber,
  mustBeText,
  mustBeWhole,
  mustHaveMethod,
} from '@lamella/core/plugin'
import { chunksOf } from './chunks.ts'
import { inTime } from './in-time.ts'
import { defaultSummarizerTokens, type Summarize, type SummarizeRequest } from './strategy.ts'
import { clean, withoutThoughts } from './transcript.ts'

/** Options of `summaryStrategy`. */
export interface SummaryStrategyOptions {
  /** Names the strategy in reports. Default `summarize`. */
  readonly name?: string | undefined
  /** The maximum number of messages in one chunk. Default 200. */
  readonly chunkSize?: number | undefined
  /**
   * The maximum number of tokens that the summarizer gets in one call: chunk and earlier summary together, each at most
   * half. 64 or more; default 32,000.
   */
  readonly window?: number | undefined
  /** Counts tokens. Default: the core's estimate. */
  readonly tokenizer?: Tokenizer | undefined
  /** The maximum time in milliseconds for each answer of the summarizer. Default 120,000. */
  readonly timeout?: number | undefined
}

/** A strategy of several calls, each of which has its own time limit. */
export interface SummaryStrategy extends CompactionStrategy {
  readonly limitsEachCall: true
}

/** Thrown where the summarizer cannot be asked, since not even one character fits what it may get. */
export class BudgetTooSmall extends Error {}

/**
 * Makes a compaction strategy of a function that summarizes a text: it gets all messages, chunk by chunk, each with the
 * summary of those before it.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const compaction = [anthropicCompaction({ send }), summaryStrategy(summarize)]
 */
export function summaryStrategy(summarize: Summarize, options: SummaryStrategyOptions = {}): SummaryStrategy {
  const {
    name = 'summarize',
    chunkSize = 200,
    window = defaultSummarizerTokens,
    tokenizer = createEstimator(),
    timeout = 120_000,
  } = checkOptions<SummaryStrategyOptions & { readonly summarize: Summarize }>(
    'summaryStrategy',
    { ...options, summarize },
    {
      summarize: mustBeFunction,
      name: mustBeText,
      chunkSize: mustBeWhole(1),
      window: mustBeWhole(64),
      tokenizer: mustHaveMethod('count'),
      timeout: mustBeNumber(1),
    },
    ['summarize'],
  )
  const ask = (request: SummarizeRequest): Promise<string> =>
    inTime((signal) => summarize({ ...request, signal }), timeout, request.signal)
  return {
    name,
    limitsEachCall: true,
    compact: async (request) => {
      const count = (text: string): number => tokenizer.count(text)
      const text = await summarizeChunks(ask, request, { chunkSize, window, count })
      return { text }
    },
  }
}

/** How messages are divided for a summarizer. */
export interface Chunking {
  readonly chunkSize: number
  readonly window: number
  readonly count: (text: string) => number
}

/**
 * Summarizes messages chunk by chunk, each with the summary of those before it. The chunks are made in advance, so their
 * number is the number of calls, whatever the answers. Ends at the first answer that is empty or too long, and returns it.
 *
 * @throws BudgetTooSmall, and what `ask` throws
 */
export async function summarizeChunks(
  ask: Summarize,
  { messages, maxOutputTokens, signal }: Pick<CompactionRequest, 'messages' | 'maxOutputTokens' | 'signal'>,
  { chunkSize, window, count }: Chunking,
): Promise<string> {
  const chunks = chunksOf(messages, { messages: chunkSize, tokens: window - Math.floor(window / 2), count })
  if (!chunks) throw new BudgetTooSmall("The summarizer's budget is too small for a single character.")
  let text = ''
  for (const [index, chunk] of chunks.entries()) {
    signal.throwIfAborted()
    const answer: unknown = await ask({ ...chunk, ...(index > 0 && { previous: text }), maxOutputTokens, signal })
    text = typeof answer === 'string' ? clean(withoutThoughts(answer)).trim() : ''
    if (text === '' || count(text) > maxOutputTokens) return text
  }
  return text
}
