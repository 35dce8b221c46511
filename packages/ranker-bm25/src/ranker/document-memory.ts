import type { Analyzer } from '../analysis/analyzer.ts'
import { Vocabulary } from '../postings/vocabulary.ts'
import type { TermCounts } from '../turns/term-counts.ts'
import type { Weights } from '../turns/turn.ts'
import { createTurnReader, type TurnReader } from '../turns/turn-reader.ts'

/** The cached data of a text. */
export interface KnownText {
  readonly text: TermCounts
  /** The requested parts. */
  readonly questions: TermCounts | undefined
  readonly language: string | undefined
}

/** A query as numbers. The arrays belong to the cache and have an entry for every known term. */
export interface RankedQuery {
  /** Numbers of its distinct terms, without those that no text has. */
  readonly terms: readonly number[]
  /** How often each term occurs in the query; 0 for all others. Entries for `terms` may be overwritten. */
  readonly weights: Float64Array
  /** Scratch space with a number per term, all 0. Entries for `terms` may be overwritten. */
  readonly having: Float64Array
}

/** The maximum number of characters of text to cache: about 20 MB with their terms, five times that for Chinese. */
const capacity = 4_000_000

/** The number of known terms, including those of names and dates. */
const mostTerms = 1_000_000

/**
 * Caches texts by content, so that ranking the same memories on each turn only analyzes the query. Terms are numbered
 * on first occurrence; numbers stay the same until the whole cache is cleared.
 */
export class DocumentMemory {
  readonly #analyzer: Analyzer
  readonly #weights: Weights
  readonly #texts = new Map<string, KnownText>()
  #vocabulary = new Vocabulary()
  #reader: TurnReader
  #characters = 0
  /** An entry for each term, all 0 between calls: clearing the used ones is cheaper than allocating arrays. */
  #queryWeights = new Float64Array(1024)
  #having = new Float64Array(1024)

  constructor(analyzer: Analyzer, weights: Weights) {
    this.#analyzer = analyzer
    this.#weights = weights
    this.#reader = this.#newReader()
  }

  /** Reads data that belongs to a text, such as its speaker's name. */
  get reader(): TurnReader {
    return this.#reader
  }

  get(text: string): KnownText {
    const known = this.#texts.get(text)
    if (known !== undefined) return known
    const language = this.#analyzer.guess(text)
    const counts = this.#reader.text(text, language)
    const read = { text: counts, questions: this.#reader.questions(text, language), language }
    this.#texts.set(text, read)
    // Texts without words have an entry in the map too.
    this.#characters += text.length + 100
    return read
  }

  /**
   * Calls `use` with a query, whose arrays are only valid during the call. Request the texts first. With `only`, the query
   * has no other terms than this one.
   */
  withQuery<Result>(query: string, use: (ranked: RankedQuery) => Result, only?: string): Result {
    if (this.#queryWeights.length < this.#vocabulary.size) {
      this.#queryWeights = new Float64Array(2 * this.#vocabulary.size)
      this.#having = new Float64Array(2 * this.#vocabulary.size)
    }
    const [weights, having] = [this.#queryWeights, this.#having]
    const terms: number[] = []
    this.#analyzer.asked(query, (term) => {
      const number = this.#vocabulary.get(term)
      if (number === undefined || (only !== undefined && term !== only)) return
      if (weights[number] === 0) terms.push(number)
      weights[number] = (weights[number] as number) + 1
    })
    try {
      return use({ terms, weights, having })
    } finally {
      for (const number of terms) {
        weights[number] = 0
        having[number] = 0
      }
    }
  }

  /** Call it between rankings, never during one: it reassigns numbers. */
  forgetIfFull(): void {
    if (this.#characters <= capacity && this.#vocabulary.size <= mostTerms) return
    this.#texts.clear()
    this.#characters = 0
    this.#reader = this.#newReader()
  }

  #newReader(): TurnReader {
    const vocabulary = new Vocabulary()
    this.#vocabulary = vocabulary
    return createTurnReader(this.#analyzer, (term) => vocabulary.add(term), this.#weights)
  }
}
