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

/**
 * How many numbers may follow a count of the first part: one for each other part, and one more (the bits of a posting, the
 * voice of a text). A bit each says whether it is there.
 */
const others = partNames.length

/** What the first number is multiplied by, to make room for those bits. */
export const presence: number = 2 ** others

/** Appends counts of the parts, and one more number: the first with a bit for each other that is not 0, then those. */
export function putCounts(bytes: number[], counts: readonly number[]): void {
  let present = 0
  for (let bit = 0; bit < others; bit++) if ((counts[bit + 1] ?? 0) > 0) present |= 1 << bit
  putNumber(bytes, (counts[0] ?? 0) * presence + present)
  if (present === 0) return
  for (let bit = 0; bit < others; bit++) if ((present >> bit) & 1) putNumber(bytes, counts[bit + 1] ?? 0)
}

/** Reads what `putCounts` wrote: as many numbers as there are parts, and one more. */
export function readCounts(reader: NumberReader): number[] {
  const first = reader.next()
  const present = first % presence
  const counts = [Math.floor(first / presence)]
  for (let bit = 0; bit < others; bit++) counts.push((present >> bit) & 1 ? reader.next() : 0)
  return counts
}
