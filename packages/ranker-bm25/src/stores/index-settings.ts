import type { Message, Notice } from '@lamella/core'
import {
  type Checks,
  checkOptions,
  isObject,
  mustBeFunction,
  mustBeNumber,
  mustBeOneOf,
  mustBeWhole,
} from '@lamella/core/plugin'
import type { Embedder } from '@lamella/store'
import { type StoreConversation, type StoreConversationOptions, storeConversation } from './store-conversation.ts'

/** The options of a store with an index of its own. */
export interface IndexOptions {
  /** Turns texts into vectors, so that they are also found by meaning. Without one, search is by words. */
  readonly embedder?: Embedder
  /**
   * What gets vectors. Default `memory`: memory and blocks; with `all` also messages, when they are searched for the
   * first time.
   */
  readonly embed?: 'memory' | 'all'
  /**
   * What a vector adds to the score of a text in a hybrid search, from 0 (nothing) to 1. A text gets this much if its
   * similarity to the query is four standard deviations above the mean of all texts; the amount grows with the power of
   * 1.5. For comparison, a text that has every word of the query once gets 1 by its words. Default 0.15.
   */
  readonly vectorWeight?: number
  /**
   * The most milliseconds that a search spends on indexing before it answers with what is indexed: the result's `indexed`
   * says how far. A step that has begun is finished, and what this process has just appended to sessions with few messages
   * is always indexed. Default 200.
   */
  readonly indexingTime?: number
  /** Returns the speaker of a message, such as `Ada`, so that queries can name speakers. May be called more than once for a message. */
  readonly speaker?: (message: Message) => string | undefined
  /**
   * What makes messages, and memories with a speaker or a session, findable beyond their own words: the weights of nearby
   * turns, of the question before, of speakers, dates, sessions and importance, as in `createIndex` of
   * `@lamella/ranker-bm25`. Changing it needs no new index. Default `true`: its defaults; `false`: own words alone.
   */
  readonly conversation?: boolean | StoreConversationOptions
  /** Receives problems that do not fail a call. */
  readonly onNotice?: (notice: Notice) => void
}

const indexChecks: Checks<IndexOptions> = {
  embedder: mustBeEmbedder,
  embed: mustBeOneOf(['memory', 'all']),
  vectorWeight: mustBeNumber(0, 1),
  indexingTime: mustBeNumber(0),
  speaker: mustBeFunction,
  // Where its defaults are.
  conversation: () => undefined,
  onNotice: mustBeFunction,
}

/** The options with their defaults. */
export interface IndexSettings extends Required<Omit<IndexOptions, 'embedder' | 'conversation' | 'onNotice'>> {
  readonly embedder: Embedder | undefined
  readonly conversation: StoreConversation
  readonly tell: (notice: Notice) => void
}

/**
 * Checks the options of a store with an index, and returns them: those of the index with their defaults, and the store's own as
 * they are.
 *
 * @param what The name of the store's function, for errors.
 * @param checks The checks of the store's own options.
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const { busyTimeout = 10_000, ...index } = indexSettings('sqlite', options, { busyTimeout: mustBeWhole(0) })
 */
export function indexSettings<Own extends object>(
  what: string,
  options: Own & IndexOptions,
  checks: Checks<Omit<Own, keyof IndexOptions>>,
): Omit<Own, keyof IndexOptions> & IndexSettings {
  const {
    embedder,
    embed = 'memory',
    vectorWeight = 0.15,
    indexingTime = 200,
    speaker = () => undefined,
    conversation,
    onNotice: tell = () => {},
    ...own
  } = checkOptions<Own & IndexOptions>(what, options, { ...checks, ...indexChecks } as Checks<Own & IndexOptions>)
  const weights = storeConversation(what, conversation)
  return { ...own, embedder, embed, vectorWeight, indexingTime, speaker, conversation: weights, tell }
}

/** Returns what is wrong with an embedder. */
function mustBeEmbedder(value: unknown): string | undefined {
  const { name, dimensions, batch, timeout, embed } = isObject(value) ? value : {}
  if (typeof name !== 'string' || name === '') return 'must be an object with a name'
  if (mustBeWhole(1)(dimensions)) return `must have dimensions: ${mustBeWhole(1)(dimensions)}`
  if (batch !== undefined && mustBeWhole(1)(batch)) return `has a batch that ${mustBeWhole(1)(batch)}`
  if (timeout !== undefined && mustBeWhole(1)(timeout)) return `has a timeout that ${mustBeWhole(1)(timeout)}`
  return typeof embed === 'function' ? undefined : 'must be an object with a method embed'
}
