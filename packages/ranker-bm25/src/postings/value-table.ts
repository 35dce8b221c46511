import { grown } from './codes.ts'

/** Whole numbers below this are looked up without hashing. Nearly all values are, where no weights are mixed in. */
const small = 256

/**
 * Small codes for the few values that occur many times, such as the lengths of documents: a posting then needs one byte
 * for its frequency, and what is computed from a value is computed once for all that share it. Codes begin at 1, and 0
 * stands for nothing. A value keeps its code for good.
 */
export class ValueTable {
  readonly #small = new Int32Array(small)
  readonly #others = new Map<number, number>()
  #values = new Float64Array(16)
  #size = 1

  /** One more than the largest code that was given. */
  get size(): number {
    return this.#size
  }

  /** The value of each code, to be read only, and to be asked for again after `codeOf`. */
  get values(): Float64Array {
    return this.#values
  }

  /** The code of a value, which is given one if it has none. */
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
