import type { Message, Notice } from '@lamella/core'
import { type Checks, isObject, mustBeFunction, mustBeNumber, mustBeOneOf, mustBeWhole } from '@lamella/core/plugin'
import type { Embedder } from '../contract/search.ts'

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
  /** Receives problems that do not fail a call. */
  readonly onNotice?: (notice: Notice) => void
}

/** The checks of these options. */
export const indexChecks: Checks<IndexOptions> = {
  embedder: mustBeEmbedder,
  embed: mustBeOneOf(['memory', 'all']),
  vectorWeight: mustBeNumber(0, 1),
  indexingTime: mustBeNumber(0),
  speaker: mustBeFunction,
  onNotice: mustBeFunction,
}

/** The options with their defaults. */
export interface IndexSettings extends Required<Omit<IndexOptions, 'embedder' | 'onNotice'>> {
  readonly embedder: Embedder | undefined
  readonly tell: (notice: Notice) => void
}

/**
 * Returns checked options with their defaults.
 *
 * @example
 * const { vectorWeight } = indexSettings({}) // 0.15
 */
export function indexSettings({
  embedder,
  embed = 'memory',
  vectorWeight = 0.15,
  indexingTime = 200,
  speaker = () => undefined,
  onNotice: tell = () => {},
}: IndexOptions): IndexSettings {
  return { embedder, embed, vectorWeight, indexingTime, speaker, tell }
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
