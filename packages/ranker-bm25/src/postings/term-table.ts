import { grown } from './codes.ts'

/** The numbers per row, and the position of each. */
const width = 7
const [startAt, kindAt, lengthAt, sortedAt, deadAt, mostAt, shortestAt] = [0, 1, 2, 3, 4, 5, 6] as const

/**
 * Data on each term's list. The numbers of a term are adjacent in memory, since adding a posting needs all of them and
 * the terms of a document are scattered over the table.
 */
export class TermTable {
  #numbers = new Int32Array(0)
  /** A view of the same bytes for values that may be fractions. */
  #fractions = new Float32Array(0)

  makeRoom(terms: number): void {
    if (terms * width <= this.#numbers.length) return
    const larger = new Int32Array(width * grown(this.#numbers.length / width, terms))
    larger.set(this.#numbers)
    this.#numbers = larger
    this.#fractions = new Float32Array(larger.buffer)
  }

  has(term: number): boolean {
    return term * width < this.#numbers.length
  }

  /** Where the list's block begins among all entries. */
  start(term: number): number {
    return this.#numbers[term * width + startAt] as number
  }

  /** The kind of its block. */
  kind(term: number): number {
    return this.#numbers[term * width + kindAt] as number
  }

  /** The number of entries in the block. 0: the term has no block. */
  length(term: number): number {
    return this.#numbers[term * width + lengthAt] as number
  }

  /** The number of leading entries that ascend. The rest came late and are unsorted. */
  sorted(term: number): number {
    return this.#numbers[term * width + sortedAt] as number
  }

  /** The number of entries of removed documents. */
  dead(term: number): number {
    return this.#numbers[term * width + deadAt] as number
  }

  /** An upper bound of the frequencies in the list, up to single-precision rounding. */
  most(term: number): number {
    return this.#fractions[term * width + mostAt] as number
  }

  /** A lower bound of its document lengths, up to the same rounding. */
  shortest(term: number): number {
    return this.#fractions[term * width + shortestAt] as number
  }

  setBlock(term: number, start: number, kind: number): void {
    this.#numbers[term * width + startAt] = start
    this.#numbers[term * width + kindAt] = kind
  }

  setLength(term: number, length: number): void {
    this.#numbers[term * width + lengthAt] = length
  }

  setSorted(term: number, sorted: number): void {
    this.#numbers[term * width + sortedAt] = sorted
  }

  setDead(term: number, dead: number): void {
    this.#numbers[term * width + deadAt] = dead
  }

  setBounds(term: number, most: number, shortest: number): void {
    this.#fractions[term * width + mostAt] = most
    this.#fractions[term * width + shortestAt] = shortest
  }
}
