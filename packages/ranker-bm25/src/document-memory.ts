import type { Analyzer } from './analyze.ts'

/** What ranking needs to know of a text. */
export interface TermCounts {
  /** Numbers of its terms, each once, in the order of their first occurrence. */
  readonly terms: Int32Array
  /** How often each of `terms` occurs. */
  readonly counts: Float64Array
  /** Terms in all. */
  readonly length: number
}

/** A query as numbers. The arrays are the memory's own, with a place for every term that it knows. */
export interface Query {
  /** Numbers of its terms, each once. Terms that no text has are left out. */
  readonly terms: readonly number[]
  /** How often each term occurs in the query; 0 for all others. To be overwritten at will for `terms`. */
  readonly weights: Float64Array
  /** Room for a number a term; 0 for all. To be overwritten at will for `terms`. */
  readonly having: Float64Array
}

/** Characters of texts that are remembered: some 20 MB with their terms, five times that for Chinese. */
const capacity = 4_000_000

/**
 * Remembers texts by what they say, so that ranking the same memories at each turn analyses only the query. Terms are
 * numbered as they are met; a number means the same term until everything is forgotten together.
 */
export class DocumentMemory {
  readonly #analyze: Analyzer
  readonly #numbers = new Map<string, number>()
  readonly #texts = new Map<string, TermCounts>()
  #characters = 0
  /** A place for each term, all 0 between calls: clearing those that were used costs less than new arrays. */
  #tally = new Float64Array(1024)
  #having = new Float64Array(1024)

  constructor(analyze: Analyzer) {
    this.#analyze = analyze
  }

  get(text: string): TermCounts {
    const known = this.#texts.get(text)
    if (known !== undefined) return known
    const counted = this.#count(text)
    this.#texts.set(text, counted)
    // A text without words has its place in the map too.
    this.#characters += text.length + 100
    return counted
  }

  /** Hands a query to `use`, after which its arrays are not to be kept. Texts are to be asked for before. */
  ask<Result>(query: string, use: (query: Query) => Result): Result {
    const [weights, having] = [this.#tally, this.#having]
    const terms: number[] = []
    this.#analyze(query, (term) => {
      const number = this.#numbers.get(term)
      if (number === undefined) return
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

  /** To be called between two rankings, never in one: numbers are given anew afterwards. */
  forgetIfFull(): void {
    if (this.#characters <= capacity) return
    this.#texts.clear()
    this.#numbers.clear()
    this.#characters = 0
  }

  #count(text: string): TermCounts {
    const terms: number[] = []
    let length = 0
    this.#analyze(text, (term) => {
      const number = this.#numberOf(term)
      if (this.#tally[number] === 0) terms.push(number)
      this.#tally[number] = (this.#tally[number] as number) + 1
      length++
    })
    const counts = Float64Array.from(terms, (number) => this.#tally[number] as number)
    for (const number of terms) this.#tally[number] = 0
    return { terms: Int32Array.from(terms), counts, length }
  }

  #numberOf(term: string): number {
    const known = this.#numbers.get(term)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(term, number)
    if (number >= this.#tally.length) {
      const larger = new Float64Array(2 * this.#tally.length)
      larger.set(this.#tally)
      this.#tally = larger
      this.#having = new Float64Array(larger.length)
    }
    return number
  }
}
