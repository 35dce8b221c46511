import { LamellaError, type Message } from '@lamella/core'
import { checkOptions, isObject, mustBeFunction, mustBeOneOf, mustBeText, mustBeWhole } from '@lamella/core/plugin'

/** What a summarizer is asked with. */
export interface SummarizeRequest {
  /**
   * The messages of this chunk as text, one speaker a paragraph: the speaker stands at the beginning of a line, and every
   * further line of what was said is indented, so that no message can pass for another's. It is data, not instructions.
   */
  readonly text: string
  /** The same messages as they are, for images and files, which the text only names. One that is split is in each chunk. */
  readonly messages: readonly Message[]
  /** The summary of all chunks before this one: the new one stands for both. */
  readonly previous?: string
  /** The most tokens that the summary may have. A longer one is not taken, and then nothing is changed. */
  readonly maxOutputTokens: number
  readonly signal: AbortSignal
}

/** Makes one summary of a chunk and of the summary before it, usually by asking a model. */
export type Summarize = (request: SummarizeRequest) => string | PromiseLike<string>

/** Keeps the most recent messages. */
export interface Truncate {
  readonly type: 'truncate'
  /**
   * At least so many messages are kept, those of the active batch included: whole batches from the newest on, until there
   * are as many. With 0 only active batches are kept.
   */
  readonly keepRecent: number
}

/** Replaces complete batches by a summary, chunk by chunk. */
export interface RecursiveSummarization {
  readonly type: 'recursiveSummarization'
  /** The most messages of one chunk, 1 or more. */
  readonly chunkSize: number
  readonly summarize: Summarize
  /**
   * At least so many of the most recent messages stay as they are, rounded up to whole batches. Default 1: the newest batch, which
   * is the newest turn, since the model answers it next.
   */
  readonly keepRecent?: number
  /**
   * What the summarizer is shown at once: chunk and earlier summary together have at most so many tokens, each at most half.
   * Instructions of its own are not counted, so leave room for them. 64 or more; default 32,000.
   */
  readonly window?: number
}

/** How a history is made shorter. */
export type CompressionStrategy = Truncate | RecursiveSummarization

/** Tokens that a summarizer is shown at once, unless its strategy says otherwise. */
export const defaultSummarizerTokens = 32_000

const types = ['truncate', 'recursiveSummarization']

/** @param what The function, as its caller writes it. @throws LamellaError `OPTION_INVALID` */
export function checkStrategy(what: string, strategy: CompressionStrategy): CompressionStrategy {
  if (!isObject(strategy)) throw invalid(what, `must be an object with a type: ${types.join(' or ')}`)
  const type = mustBeOneOf(types)
  switch (strategy.type) {
    case 'truncate':
      return checkOptions(what, strategy, { type, keepRecent: mustBeWhole(0) }, ['keepRecent'])
    case 'recursiveSummarization':
      return checkOptions(
        what,
        strategy,
        {
          type: mustBeText,
          chunkSize: mustBeWhole(1),
          summarize: mustBeFunction,
          keepRecent: mustBeWhole(0),
          window: mustBeWhole(64),
        },
        ['chunkSize', 'summarize'],
      )
    default:
      strategy satisfies never
      throw invalid(what, `has a type that ${type((strategy as { readonly type?: unknown }).type)}`)
  }
}

function invalid(what: string, problem: string): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: `${what}: 'strategy' ${problem}.`,
    fix: `Give { type: 'truncate', keepRecent } or { type: 'recursiveSummarization', chunkSize, summarize }.`,
    details: { what, option: 'strategy' },
  })
}
