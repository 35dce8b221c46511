/** Writes numbers and texts as bytes, little endian, one after the other. `ByteReader` reads them in the same order. */
export class ByteWriter {
  #bytes = new Uint8Array(1024)
  #size = 0

  /** What was written, as the writer's own bytes up to the next call. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size)
  }

  /** A whole number from 0 to 2^53 - 1, in as many bytes as it needs: 7 bits a byte, the lowest first (LEB128). */
  whole(number: number): void {
    this.#makeRoom(8)
    let rest = number
    for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) this.#bytes[this.#size++] = (rest % 0x80) | 0x80
    this.#bytes[this.#size++] = rest
  }

  /** Any number, in 8 bytes. */
  number(number: number): void {
    this.#makeRoom(8)
    new DataView(this.#bytes.buffer).setFloat64(this.#size, number, true)
    this.#size += 8
  }

  /** A text, whatever its characters, halves of pairs among them. */
  text(text: string): void {
    this.texts([text])
  }

  /** Texts, whatever their characters: their lengths, then all of them in one, a byte a character where that is enough. */
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
