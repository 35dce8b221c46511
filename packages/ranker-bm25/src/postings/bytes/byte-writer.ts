/** Writes numbers and texts as bytes, little endian, in sequence. `ByteReader` reads them in the same order. */
export class ByteWriter {
  #bytes = new Uint8Array(1024)
  #size = 0

  /** The bytes written, in a buffer that is valid until the next call. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size)
  }

  /** Writes a whole number from 0 to 2^53 - 1 in as few bytes as possible: 7 bits per byte, lowest first (LEB128). */
  whole(number: number): void {
    this.#makeRoom(8)
    let rest = number
    for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) this.#bytes[this.#size++] = (rest % 0x80) | 0x80
    this.#bytes[this.#size++] = rest
  }

  /** Writes any number, in 8 bytes. */
  number(number: number): void {
    this.#makeRoom(8)
    new DataView(this.#bytes.buffer).setFloat64(this.#size, number, true)
    this.#size += 8
  }

  /** Writes a text with any characters, including lone surrogates. */
  text(text: string): void {
    this.texts([text])
  }

  /** Writes texts with any characters: their lengths, then all joined, with one byte per character where possible. */
  texts(texts: readonly string[]): void {
    let [units, bytesEach] = [0, 1]
    this.whole(texts.length)
    for (const text of texts) {
      this.whole(text.length)
      units += text.length
      // UTF-16 units up to 255.
      if (bytesEach === 1 && /[^\0-\xff]/.test(text)) bytesEach = 2
    }
    this.whole(bytesEach)
    this.#makeRoom(units * bytesEach)
    for (const text of texts) {
      for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i)
        this.#bytes[this.#size++] = unit & 0xff
        if (bytesEach === 2) this.#bytes[this.#size++] = unit >> 8
      }
    }
  }

  #makeRoom(bytes: number): void {
    if (this.#size + bytes <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#size + bytes))
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}
