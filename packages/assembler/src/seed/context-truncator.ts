import {
  createContext,
  createCountMemory,
  type Framing,
  LamellaError,
  type Message,
  type Tokenizer,
} from '@lamella/core'
import { checkOptions, createCounter, mustBeOneOf, mustBeWhole } from '@lamella/core/plugin'
import type { SessionMessage } from '@lamella/wire/messages'
import type { TruncationInfo } from '../contract/assembled-context.ts'
import type { TruncationStrategy } from '../contract/config.ts'
import { historyFor } from '../truncation/history-for.ts'

/** What is needed of a `TokenEstimator`. */
export interface CountsTokens {
  tokenizer(): PromiseLike<Tokenizer>
  readonly framing: Framing
}

/** What is needed of a `MessageTransformer`. */
export interface TransformsMessages {
  transformMany(records: readonly (Message | SessionMessage)[]): readonly Message[]
}

/** How messages are truncated. Sizes are tokens. */
export interface TruncateOptions {
  readonly strategy: TruncationStrategy
  /** The most that the request and its answer may take. */
  readonly maxTokens: number
  /** Kept free for the answer. Default 0. */
  readonly reserveTokens?: number
  /** What the system prompt takes. Default 0. */
  readonly systemPromptTokens?: number
  /** What the tools take. Default 0. */
  readonly toolsTokens?: number
}

/** Messages that fit. */
export interface Truncated {
  readonly messages: Message[]
  readonly info: TruncationInfo & {
    /** Whether messages were shortened or left out. */
    readonly truncated: boolean
    /** Messages of which a text was cut. */
    readonly shortenedCount: number
  }
}

/**
 * Truncates a conversation to what fits, calls always with their results. What is kept begins with a user message, and the
 * newest user message is always there.
 *
 * @example
 * const truncator = new ContextTruncator(new TokenEstimator(), new MessageTransformer())
 * const { messages, info } = await truncator.truncate(records, { strategy: 'smart', maxTokens: 100_000 })
 */
export class ContextTruncator {
  readonly #estimator: CountsTokens
  readonly #transformer: TransformsMessages
  readonly #counts = createCountMemory()

  constructor(tokenEstimator: CountsTokens, messageTransformer: TransformsMessages) {
    this.#estimator = tokenEstimator
    this.#transformer = messageTransformer
  }

  /**
   * @param messages Canonical messages, or records of a session, each of which becomes a message.
   * @throws LamellaError `OPTION_INVALID`; `CONTEXT_OVERFLOW` when not even the newest user message fits
   */
  async truncate(messages: readonly (Message | SessionMessage)[], options: TruncateOptions): Promise<Truncated> {
    const { strategy, window, reserve } = checkTruncate(options)
    const all = this.#transformer.transformMany(messages)
    const tokenizer = await this.#estimator.tokenizer()
    const { framing } = this.#estimator
    const counter = createCounter(tokenizer, framing, this.#counts)
    const { messages: kept, report } = await createContext()
      .tokenizer(tokenizer)
      .framing(framing)
      .counts(this.#counts)
      .use(historyFor(strategy, { arrange: 'classic', window }))
      .budget({ window, reserve })
      .build({ scope: { tenant: 'truncate' }, session: all })
    const originalTokens = counter.content(all)
    const { got: finalTokens, kept: whole, shortened: shortenedCount } = report.layers.history
    const removedCount = all.length - whole - shortenedCount
    return {
      messages: kept,
      info: {
        strategy,
        truncated: removedCount > 0 || shortenedCount > 0,
        removedCount,
        shortenedCount,
        // A call without a result gets one, so that what is left may be larger.
        removedTokens: Math.max(0, originalTokens - finalTokens),
        originalTokens,
        finalTokens,
      },
    }
  }
}

interface Checked {
  readonly strategy: TruncationStrategy
  /** For messages and answer. */
  readonly window: number
  readonly reserve: number
}

function checkTruncate(options: TruncateOptions): Checked {
  const given = checkOptions(
    'truncate',
    options,
    {
      strategy: mustBeOneOf(['simple', 'smart', 'sliding']),
      maxTokens: mustBeWhole(1),
      reserveTokens: mustBeWhole(0),
      systemPromptTokens: mustBeWhole(0),
      toolsTokens: mustBeWhole(0),
    },
    ['strategy', 'maxTokens'],
  )
  const { strategy, maxTokens, reserveTokens: reserve = 0, systemPromptTokens = 0, toolsTokens = 0 } = given
  const window = maxTokens - systemPromptTokens - toolsTokens
  if (reserve < window) return { strategy, window, reserve }
  const taken = `System prompt (${systemPromptTokens}), tools (${toolsTokens}) and reserve (${reserve})`
  throw new LamellaError({
    code: 'OPTION_INVALID',
    what: `truncate: ${taken} leave nothing of 'maxTokens' (${maxTokens}).`,
    fix: 'Raise maxTokens, or give the others less.',
    details: { what: 'truncate', option: 'maxTokens' },
  })
}
