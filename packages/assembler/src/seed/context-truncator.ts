import { createContext, createCountMemory, type Message } from '@lamella/core'
import { checkOptions, createCounter, mustBeOneOf, mustBeWhole } from '@lamella/core/plugin'
import type { SessionMessage } from '@lamella/wire/messages'
import type { TruncationInfo } from '../contract/assembled-context.ts'
import type { TruncationStrategy } from '../contract/config.ts'
import { historyFor } from '../truncation/history-for.ts'
import type { MessageTransformer } from './message-transformer.ts'
import type { TokenEstimator } from './token-estimator.ts'

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
 * A build of the history layer alone: truncates a conversation to what fits, calls always with their results. What is kept begins
 * with a user message, and the newest user message is always there.
 *
 * @example
 * const truncator = new ContextTruncator(new TokenEstimator(), new MessageTransformer())
 * const { messages, info } = await truncator.truncate(records, { strategy: 'smart', maxTokens: 100_000 })
 */
export class ContextTruncator {
  readonly #estimator: Pick<TokenEstimator, 'tokenizer' | 'framing'>
  readonly #transformer: Pick<MessageTransformer, 'transformMany'>
  readonly #counts = createCountMemory()

  constructor(
    tokenEstimator: Pick<TokenEstimator, 'tokenizer' | 'framing'>,
    messageTransformer: Pick<MessageTransformer, 'transformMany'>,
  ) {
    this.#estimator = tokenEstimator
    this.#transformer = messageTransformer
  }

  /**
   * @param messages Canonical messages, or records of a session, each of which becomes a message.
   * @throws LamellaError `OPTION_INVALID`; `CONTEXT_OVERFLOW` when not even the newest user message fits
   */
  async truncate(messages: readonly (Message | SessionMessage)[], options: TruncateOptions): Promise<Truncated> {
    const { strategy, window, reserve } = budgetOf(options)
    const all = this.#transformer.transformMany(messages)
    const tokenizer = await this.#estimator.tokenizer()
    const { framing } = this.#estimator
    const { messages: kept, report } = await createContext()
      .tokenizer(tokenizer)
      .framing(framing)
      .counts(this.#counts)
      .use(historyFor(strategy, { arrange: 'classic', window }))
      .budget({ window, reserve })
      .build({ scope: { tenant: 'truncate' }, session: all })
    const { got: finalTokens, kept: whole, shortened: shortenedCount } = report.layers.history
    const originalTokens = createCounter(tokenizer, framing, this.#counts).content(all)
    const removedCount = all.length - whole - shortenedCount
    const truncated = removedCount > 0 || shortenedCount > 0
    // A call without a result gets one, so that what is left may be larger.
    const removedTokens = Math.max(0, originalTokens - finalTokens)
    const info = { strategy, truncated, removedCount, shortenedCount, removedTokens, originalTokens, finalTokens }
    return { messages: kept, info }
  }
}

/** What is left of `maxTokens` for messages and answer. */
function budgetOf(options: TruncateOptions): {
  readonly strategy: TruncationStrategy
  readonly window: number
  readonly reserve: number
} {
  const checks = {
    strategy: mustBeOneOf(['simple', 'smart', 'sliding']),
    maxTokens: mustBeWhole(1),
    reserveTokens: mustBeWhole(0),
    systemPromptTokens: mustBeWhole(0),
    toolsTokens: mustBeWhole(0),
  }
  const given = checkOptions('truncate', options, checks, ['strategy', 'maxTokens'])
  const { strategy, maxTokens, reserveTokens: reserve = 0, systemPromptTokens = 0, toolsTokens = 0 } = given
  const taken = systemPromptTokens + toolsTokens
  const mustLeaveRoom = (): string | undefined =>
    taken + reserve < maxTokens
      ? undefined
      : `must be more than system prompt, tools and reserve take together, ${taken + reserve}`
  checkOptions('truncate', { maxTokens }, { maxTokens: mustLeaveRoom })
  return { strategy, window: maxTokens - taken, reserve }
}
