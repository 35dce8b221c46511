import type { LamellaError } from '@lamella/core'
import { rankerError } from '../../errors.ts'

/** UTF-16 units to turn into a string at once: a number of arguments that every engine supports. */
const chunk = 8_192

/**
 * Reads the output of a `ByteWriter`. Whatever the bytes, it never reads past their end or allocates much more memory
 * than their size.
 *
 * Every member throws a LamellaError `INDEX_DAMAGED` if the bytes do not have the requested form.
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
      if (byte === undefined) throw damaged('they end too early')
      number += (byte & 0x7f) * factor
      if (byte < 0x80) return Number.isSafeInteger(number) ? number : this.#tooLarge()
    }
    return this.#tooLarge()
  }

  number(): number {
    const from = this.#skip(8)
    return new DataView(this.#bytes.buffer, this.#bytes.byteOffset).getFloat64(from, true)
  }

  /** Reads a count of items of at least the given size in bytes; that many bytes must remain. */
  count(bytesEach = 1): number {
    const count = this.whole()
    if (count * bytesEach > this.#bytes.length - this.#at) throw damaged('they end too early')
    return count
  }

  text(): string {
    const [text = '', ...others] = this.texts()
    if (others.length > 0) throw damaged('there are several texts instead of one')
    return text
  }

  texts(): readonly string[] {
    const lengths = new Float64Array(this.count())
    let units = 0
    for (let i = 0; i < lengths.length; i++) units += lengths[i] = this.whole()
    const bytesEach = this.whole()
    if (bytesEach !== 1 && bytesEach !== 2) throw damaged('a text has an unknown encoding')
    const joined = this.#units(this.#skip(units * bytesEach), units, bytesEach)
    let from = 0
    return Array.from(lengths, (length) => {
      from += length
      return joined.slice(from - length, from)
    })
  }

  /** Checks that all bytes were read. */
  end(): void {
    if (this.#at !== this.#bytes.length) throw damaged('there are extra bytes at the end')
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

  /** Skips bytes and returns where they begin. */
  #skip(bytes: number): number {
    const from = this.#at
    if (bytes > this.#bytes.length - from) throw damaged('they end too early')
    this.#at = from + bytes
    return from
  }

  #tooLarge(): never {
    throw damaged('a number is too large')
  }
}

/** Creates the error for unexpected bytes. */
export function damaged(problem: string): LamellaError {
  return rankerError(
    'INDEX_DAMAGED',
    `The bytes are not a saved index, or are damaged: ${problem}.`,
    'Load another copy of the bytes, or create a new index from the documents.',
    { problem },
  )
}
