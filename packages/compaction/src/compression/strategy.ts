import { LamellaError, type Message } from '@lamella/core'
import {
  type BuiltContextLike,
  type CompactionStrategy,
  checkOptions,
  isObject,
  mustBeFunction,
  mustBeNumber,
  mustBeOneOf,
  mustBeText,
  mustBeWhole,
} from '@lamella/core/plugin'

/** The input of a summarizer. */
export interface SummarizeRequest {
  /**
   * The messages of this chunk as text, one paragraph per speaker: the speaker's name begins a line, and every further
   * line of the speaker's text is indented, so no message can pass for another's. It is data, not instructions.
   */
  readonly text: string
  /**
   * The same messages, unchanged, for images and files, which the text only names. A message that is split is in each
   * of its chunks.
   */
  readonly messages: readonly Message[]
  /** The summary of all earlier chunks: the new summary replaces it too. */
  readonly previous?: string
  /** The maximum number of tokens in the summary. A longer one is rejected, and nothing is changed. */
  readonly maxOutputTokens: number
  readonly signal: AbortSignal
}

/** Summarizes a chunk together with the summary before it, usually by calling a model. */
export type Summarize = (request: SummarizeRequest) => string | PromiseLike<string>

/** Keeps the most recent messages, and summaries of older ones. */
export interface Truncate {
  readonly type: 'truncate'
  /**
   * The minimum number of messages to keep, including those of the active batch: whole batches, from the newest on,
   * until the number is reached. With 0 only active batches are kept.
   */
  readonly keepRecent: number
}

/** Replaces complete batches by a summary, chunk by chunk. */
export interface RecursiveSummarization {
  readonly type: 'recursiveSummarization'
  /** The maximum number of messages in one chunk, 1 or more. */
  readonly chunkSize: number
  readonly summarize: Summarize
  /**
   * The minimum number of recent messages to keep unchanged, rounded up to whole batches. Default 1: the newest batch,
   * which is the newest turn, because the model answers it next.
   */
  readonly keepRecent?: number
  /**
   * The maximum number of tokens that the summarizer gets in one call: chunk and earlier summary together, each at most
   * half. The summarizer's own instructions are not counted, so leave room for them. 64 or more; default 32,000.
   */
  readonly window?: number
}

/** Replaces complete batches by a summary, which the first strategy writes that can. */
export interface CompactByStrategies {
  readonly type: 'strategies'
  /** Asked in this order, until one has written a usable summary; one or more. `summaryStrategy` makes one of a function. */
  readonly strategies: readonly CompactionStrategy[]
  /** As of `recursiveSummarization`. */
  readonly keepRecent?: number
  /** The maximum number of tokens in a summary. Default 16,000. */
  readonly maxOutputTokens?: number
  /** The maximum time in milliseconds for each strategy; those of `summaryStrategy` have their own. Default: no limit. */
  readonly timeout?: number
  /** The model that the conversation is sent to. */
  readonly model?: string
  /** Returns what was last sent, without the turns that are kept. Default: the messages to replace, without system prompt. */
  readonly context?: (messages: readonly Message[]) => BuiltContextLike
}

/** How to shorten a history. */
export type CompressionStrategy = Truncate | RecursiveSummarization | CompactByStrategies

/** The maximum number of tokens that a summarizer gets in one call, unless its strategy sets `window`. */
export const defaultSummarizerTokens = 32_000

const types = ['truncate', 'recursiveSummarization', 'strategies']

/** Checks a strategy of compression. @param what The function, as its caller writes it. @throws LamellaError `OPTION_INVALID` */
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
    case 'strategies':
      return checkOptions(
        what,
        strategy,
        {
          type: mustBeText,
          strategies: strategiesProblem,
          keepRecent: mustBeWhole(0),
          maxOutputTokens: mustBeWhole(1),
          timeout: mustBeNumber(1),
          model: mustBeText,
          context: mustBeFunction,
        },
        ['strategies'],
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
    fix: `Pass { type: 'truncate', keepRecent }, { type: 'recursiveSummarization', chunkSize, summarize } or { type: 'strategies', strategies }.`,
    details: { what, option: 'strategy' },
  })
}

/** Returns what is wrong with a list of compaction strategies; `undefined` for a valid one. */
export function strategiesProblem(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return 'must be a list of one or more compaction strategies'
  const wrong = value.findIndex((one) => !isStrategy(one))
  return wrong < 0 ? undefined : `has no compaction strategy { name, compact } at ${wrong}`
}

function isStrategy(value: unknown): boolean {
  if (!isObject(value)) return false
  const { name, compact, supports } = value
  const isAsked = supports === undefined || typeof supports === 'function'
  return typeof name === 'string' && name !== '' && typeof compact === 'function' && isAsked
}
