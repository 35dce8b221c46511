import type { Formula } from './types.ts'
import type { ValueTable } from './value-table.ts'

/**
 * The effect of a document's length on its scores, `k1 * (1 - b + b * length / average)`, for each length that occurs.
 * Adding a document changes the average and with it every norm; as there are few lengths, all are recomputed.
 */
export class Norms {
  #norms = new Float64Array(0)
  #k1 = Number.NaN
  #b = Number.NaN
  #average = Number.NaN

  /** Returns the norm for each length code. */
  get({ k1, b }: Formula, average: number, lengths: ValueTable): Float64Array {
    const known = k1 === this.#k1 && b === this.#b && average === this.#average && lengths.size === this.#norms.length
    if (known) return this.#norms
    // Use a new array, since a running search may still use the previous one.
    this.#norms = lengths.values.slice(0, lengths.size).map((length) => norm(k1, b, length, average))
    this.#k1 = k1
    this.#b = b
    this.#average = average
    return this.#norms
  }
}

/** The average is 0 if every length is. */
export function norm(k1: number, b: number, length: number, average: number): number {
  return k1 * (1 - b + (average > 0 ? (b * length) / average : 0))
}
