import { partNames } from './counted-text.ts'

/** Appends a whole number of at most 53 bits: seven bits a byte, low ones first; the highest bit says that more follow. */
export function putNumber(bytes: number[], value: number): void {
  let left = value
  while (left >= 128) {
    bytes.push((left % 128) + 128)
    left = Math.floor(left / 128)
  }
  bytes.push(left)
}

/** Reads numbers of `putNumber`. */
export class NumberReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Whether there is another number. */
  get more(): boolean {
    return this.#at < this.#bytes.length
  }

  next(): number {
    let byte = this.#bytes[this.#at++] ?? 0
    let value = byte & 127
    for (let factor = 128; byte > 127; factor *= 128) {
      byte = this.#bytes[this.#at++] ?? 0
      value += (byte & 127) * factor
    }
    return value
  }
}

/** The number of parts that a count of the first one is followed by: one bit each says whether it is there. */
const others = partNames.length - 1

/** Appends counts of the parts: the first with a bit for each other part that is not 0, then those. */
export function putCounts(bytes: number[], counts: readonly number[]): void {
  let present = 0
  for (let bit = 0; bit < others; bit++) if ((counts[bit + 1] ?? 0) > 0) present |= 1 << bit
  putNumber(bytes, (counts[0] ?? 0) * 2 ** others + present)
  if (present === 0) return
  for (let bit = 0; bit < others; bit++) if ((present >> bit) & 1) putNumber(bytes, counts[bit + 1] ?? 0)
}
