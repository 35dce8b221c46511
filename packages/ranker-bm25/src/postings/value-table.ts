import { grown } from './codes.ts'

/** Whole numbers below this are looked up without hashing. They cover nearly all values if no weights apply. */
const small = 256

/**
 * Small codes for the few values that occur many times, such as document lengths: a posting then needs one byte for its
 * frequency, and results derived from a value are computed once. Codes begin at 1; 0 means none. A value keeps its code
 * forever.
 */
export class ValueTable {
  readonly #small = new Int32Array(small)
  readonly #others = new Map<number, number>()
  #values = new Float64Array(16)
  #size = 1

  /** One more than the largest assigned code. */
  get size(): number {
    return this.#size
  }

  /** The value of each code, read-only; read it again after `codeOf`. */
  get values(): Float64Array {
    return this.#values
  }

  /** Returns the code of a value, assigning one if necessary. */
  codeOf(value: number): number {
    const isSmall = value < small && value >>> 0 === value
    const known = isSmall ? (this.#small[value] as number) : (this.#others.get(value) ?? 0)
    if (known !== 0) return known
    const code = this.#size++
    if (code >= this.#values.length) {
      const larger = new Float64Array(grown(this.#values.length, code + 1))
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[code] = value
    if (isSmall) this.#small[value] = code
    else this.#others.set(value, code)
    return code
  }
}
