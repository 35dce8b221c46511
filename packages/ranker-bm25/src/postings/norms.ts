import type { Formula } from './types.ts'
import type { ValueTable } from './value-table.ts'

/**
 * What the length of a document does to its scores, `k1 * (1 - b + b * length / average)`, for each length that occurs.
 * Adding a document changes the average and with it every norm; as there are few lengths, they are computed anew.
 */
export class Norms {
  #norms = new Float64Array(0)
  #k1 = Number.NaN
  #b = Number.NaN
  #average = Number.NaN

  /** The norm of each code of a length. */
  get({ k1, b }: Formula, average: number, lengths: ValueTable): Float64Array {
    const known = k1 === this.#k1 && b === this.#b && average === this.#average && lengths.size === this.#norms.length
    if (known) return this.#norms
    // A new array, as a search that is under way may still be using the one before.
    this.#norms = lengths.values.slice(0, lengths.size).map((length) => norm(k1, b, length, average))
    this.#k1 = k1
    this.#b = b
    this.#average = average
    return this.#norms
  }
}

/** The average is 0 where every length is. */
export function norm(k1: number, b: number, length: number, average: number): number {
  return k1 * (1 - b + (average > 0 ? (b * length) / average : 0))
}
