import type { Analyzer } from '../analysis/analyzer.ts'
import type { TermCounts } from '../turns/term-counts.ts'
import type { Weights } from '../turns/turn.ts'
import { createTurnReader, type TurnReader } from '../turns/turn-reader.ts'

/** What is remembered of a text. */
export interface KnownText {
  readonly text: TermCounts
  /** As far as they are wanted. */
  readonly questions: TermCounts | undefined
  readonly language: string | undefined
}

/** A query as numbers. The arrays are the memory's own, with a place for every term that it knows. */
export interface Asked {
  /** Numbers of its terms, each once. Terms that no text has are left out. */
  readonly terms: readonly number[]
  /** How often each term occurs in the query; 0 for all others. To be overwritten at will for `terms`. */
  readonly weights: Float64Array
  /** Room for a number a term; 0 for all. To be overwritten at will for `terms`. */
  readonly having: Float64Array
}

/** Characters of texts that are remembered: some 20 MB with their terms, five times that for Chinese. */
const capacity = 4_000_000

/** Terms that have numbers, those of names and dates among them. */
const mostTerms = 1_000_000

/**
 * Remembers texts by what they say, so that ranking the same memories at each turn analyses only the query. Terms are
 * numbered as they are met; a number means the same term until everything is forgotten together.
 */
export class DocumentMemory {
  readonly #analyzer: Analyzer
  readonly #weights: Weights
  readonly #texts = new Map<string, KnownText>()
  #numbers = new Map<string, number>()
  #reader: TurnReader
  #characters = 0
  /** A place for each term, all 0 between calls: clearing those that were used costs less than new arrays. */
  #asked = new Float64Array(1024)
  #having = new Float64Array(1024)

  constructor(analyzer: Analyzer, weights: Weights) {
    this.#analyzer = analyzer
    this.#weights = weights
    this.#reader = this.#newReader()
  }

  /** Reads what belongs to a text, such as the name of its speaker. */
  get reader(): TurnReader {
    return this.#reader
  }

  get(text: string): KnownText {
    const known = this.#texts.get(text)
    if (known !== undefined) return known
    const language = this.#analyzer.guess(text)
    const counts = this.#reader.count(text, language)
    const read = { text: counts, questions: this.#reader.questions(text, language), language }
    this.#texts.set(text, read)
    // A text without words has its place in the map too.
    this.#characters += text.length + 100
    return read
  }

  /** Hands a query to `use`, after which its arrays are not to be kept. Texts are to be asked for before. */
  ask<Result>(query: string, language: string | undefined, use: (asked: Asked) => Result): Result {
    if (this.#asked.length < this.#numbers.size) {
      this.#asked = new Float64Array(2 * this.#numbers.size)
      this.#having = new Float64Array(2 * this.#numbers.size)
    }
    const [weights, having] = [this.#asked, this.#having]
    const terms: number[] = []
    this.#analyzer(
      query,
      (term) => {
        const number = this.#numbers.get(term)
        if (number === undefined) return
        if (weights[number] === 0) terms.push(number)
        weights[number] = (weights[number] as number) + 1
      },
      language,
    )
    try {
      return use({ terms, weights, having })
    } finally {
      for (const number of terms) {
        weights[number] = 0
        having[number] = 0
      }
    }
  }

  /** To be called between two rankings, never in one: numbers are given anew afterwards. */
  forgetIfFull(): void {
    if (this.#characters <= capacity && this.#numbers.size <= mostTerms) return
    this.#texts.clear()
    this.#characters = 0
    this.#reader = this.#newReader()
  }

  #newReader(): TurnReader {
    const numbers = new Map<string, number>()
    this.#numbers = numbers
    const numberOf = (term: string): number => {
      const known = numbers.get(term)
      if (known !== undefined) return known
      numbers.set(term, numbers.size)
      return numbers.size - 1
    }
    return createTurnReader(this.#analyzer, numberOf, this.#weights)
  }
}
