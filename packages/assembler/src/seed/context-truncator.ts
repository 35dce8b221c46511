import { createContext, createCountMemory, type Message, type Session } from '@lamella/core'
import { checkOptions, createCounter, mustBeOneOf, mustBeWhole, summariesAmong } from '@lamella/core/plugin'
import type { SessionMessage } from '@lamella/wire/messages'
import type { TruncationInfo } from '../contract/assembled-context.ts'
import type { TruncationStrategy } from '../contract/config.ts'
import { historyFor } from '../truncation/history-for.ts'
import type { MessageTransformer } from './message-transformer.ts'
import type { TokenEstimator } from './token-estimator.ts'

/** Settings for truncating messages. Sizes are in tokens. */
export interface TruncateOptions {
  readonly strategy: TruncationStrategy
  /** The maximum number of tokens for the request and its answer. */
  readonly maxTokens: number
  /** Reserved for the answer. Default 0. */
  readonly reserveTokens?: number
  /** Size of the system prompt. Default 0. */
  readonly systemPromptTokens?: number
  /** Size of the tools. Default 0. */
  readonly toolsTokens?: number
}

/** Messages that fit. */
export interface Truncated {
  readonly messages: Message[]
  readonly info: TruncationInfo & {
    /** Whether messages were shortened or dropped. */
    readonly truncated: boolean
    /** The number of messages with shortened text. */
    readonly shortenedCount: number
  }
}

/**
 * Truncates a conversation to the tokens available, with a build of the history layer alone; calls always keep their
 * results. The kept part starts with a user message and always contains the newest one, and the newest compaction.
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
   * @param messages Canonical messages, or session records, each of which becomes a message.
   * @throws LamellaError `OPTION_INVALID`; `CONTEXT_OVERFLOW` if not even the newest user message fits
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
      .build({ scope: { tenant: 'truncate' }, session: asSession(all, messages) })
    const { got: finalTokens, kept: whole, shortened: shortenedCount } = report.layers.history
    const originalTokens = createCounter(tokenizer, framing, this.#counts).content(all)
    const removedCount = all.length - whole - shortenedCount
    const truncated = removedCount > 0 || shortenedCount > 0
    // A call without a result gets one, so the kept messages may be larger.
    const removedTokens = Math.max(0, originalTokens - finalTokens)
    const info = { strategy, truncated, removedCount, shortenedCount, removedTokens, originalTokens, finalTokens }
    return { messages: kept, info }
  }
}

/** Declares the newest compaction record as the summary that the history keeps. */
function asSession(
  all: readonly Message[],
  records: readonly (Message | SessionMessage)[],
): Session | readonly Message[] {
  const position = records.findLastIndex((record) => 'type' in record && record.type === 'compaction')
  const message = all[position]
  if (message === undefined) return all
  return {
    length: all.length,
    read: (start, end) => all.slice(start, end),
    summaries: [...summariesAmong(all), { position, message }],
  }
}

/** The part of `maxTokens` that is free for messages and answer. */
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
      : `must be more than the sum of system prompt, tools and reserve, ${taken + reserve}`
  checkOptions('truncate', { maxTokens }, { maxTokens: mustLeaveRoom })
  return { strategy, window: maxTokens - taken, reserve }
}
