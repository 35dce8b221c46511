import type { LamellaError } from '@lamella/core'
import { rankerError } from '../../errors.ts'

/** UTF-16 units that become a string at once: as many as a call may have arguments everywhere. */
const chunk = 8_192

/**
 * Reads what a `ByteWriter` wrote. Whatever the bytes say, nothing beyond them is read, and nothing is made that is much
 * larger than they are.
 *
 * Every member throws a LamellaError `INDEX_DAMAGED` where the bytes are not what it is asked for.
 */
export class ByteReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  whole(): number {
    let number = 0
    for (let factor = 1; factor <= 2 ** 49; factor *= 0x80) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw this.damaged('they end too early')
      number += (byte & 0x7f) * factor
      if (byte < 0x80) return Number.isSafeInteger(number) ? number : this.#tooLarge()
    }
    return this.#tooLarge()
  }

  number(): number {
    const from = this.#skip(8)
    return new DataView(this.#bytes.buffer, this.#bytes.byteOffset).getFloat64(from, true)
  }

  /** A number of things that take so many bytes each, at least: so many must be left. */
  count(bytesEach = 1): number {
    const count = this.whole()
    if (count * bytesEach > this.#bytes.length - this.#at) throw this.damaged('they end too early')
    return count
  }

  text(): string {
    const [text = '', ...others] = this.texts()
    if (others.length > 0) throw this.damaged('there are several texts where one should be')
    return text
  }

  texts(): readonly string[] {
    const lengths = new Float64Array(this.count())
    let units = 0
    for (let i = 0; i < lengths.length; i++) units += lengths[i] = this.whole()
    const bytesEach = this.whole()
    if (bytesEach !== 1 && bytesEach !== 2) throw this.damaged('a text is in an unknown form')
    const joined = this.#units(this.#skip(units * bytesEach), units, bytesEach)
    let from = 0
    return Array.from(lengths, (length) => {
      from += length
      return joined.slice(from - length, from)
    })
  }

  /** Everything must have been read. */
  end(): void {
    if (this.#at !== this.#bytes.length) throw this.damaged('they go on after the end')
  }

  /** The error for bytes that are not what they should be. */
  damaged(problem: string): LamellaError {
    return damaged(problem)
  }

  #units(from: number, units: number, bytesEach: 1 | 2): string {
    const bytes = this.#bytes
    const parts: string[] = []
    for (let start = 0; start < units; start += chunk) {
      const codes = new Uint16Array(Math.min(chunk, units - start))
      for (let i = 0; i < codes.length; i++) {
        const at = from + (start + i) * bytesEach
        codes[i] = bytesEach === 1 ? (bytes[at] as number) : (bytes[at] as number) | ((bytes[at + 1] as number) << 8)
      }
      parts.push(Reflect.apply(String.fromCharCode, undefined, codes) as string)
    }
    return parts.join('')
  }

  /** Where so many bytes begin that are passed over. */
  #skip(bytes: number): number {
    const from = this.#at
    if (bytes > this.#bytes.length - from) throw this.damaged('they end too early')
    this.#at = from + bytes
    return from
  }

  #tooLarge(): never {
    throw this.damaged('a number is too large')
  }
}

export function damaged(problem: string): LamellaError {
  return rankerError(
    'INDEX_DAMAGED',
    `These bytes are no saved index, or are damaged: ${problem}.`,
    'Load the bytes of another copy, or make a new index from the documents.',
    { problem },
  )
}
