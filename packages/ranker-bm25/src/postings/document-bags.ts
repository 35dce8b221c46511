import { type Codes, grown, roomFor } from './codes.ts'
import { Entries } from './entries.ts'

/** Marks a missing document. */
const absent = -1

/**
 * Stores each document's terms, ascending, with the code of each frequency: used to remove a document, to look up the
 * frequency of a term, and to save.
 */
export class DocumentBags {
  /** Uses half the memory while there are fewer than 65,536 terms. */
  readonly entries: Entries = new Entries(new Uint16Array(0))
  #starts = new Int32Array(0)
  #sizes = new Int32Array(0)
  #lengthCodes: Codes = new Uint8Array(0)
  #limit = 0
  /** The entries in use, including those of removed bags. */
  #end = 0
  #gone = 0

  /** One more than the largest document number so far. */
  get limit(): number {
    return this.#limit
  }

  /** The code of each document's length; 0 if missing. Read-only; read it again after `put`. */
  get lengthCodes(): Codes {
    return this.#lengthCodes
  }

  has(document: number): boolean {
    return document < this.#limit && this.#starts[document] !== undefined && this.#starts[document] !== absent
  }

  /** Returns where the bag of an existing document begins and ends among the entries. */
  start(document: number): number {
    return this.#starts[document] as number
  }

  end(document: number): number {
    return (this.#starts[document] as number) + (this.#sizes[document] as number)
  }

  /** Returns the code of a term's frequency in an existing document; 0 if it does not contain the term. */
  codeOf(document: number, term: number): number {
    const at = this.entries.find(term, this.start(document), this.end(document))
    return at < 0 ? 0 : (this.entries.codes[at] as number)
  }

  /** Allocates space for a new document and returns where to write its entries. Call `sort` afterwards. */
  put(document: number, size: number, lengthCode: number): number {
    this.#makeRoom(document, lengthCode)
    if (this.#gone > 1_000 && 2 * this.#gone > this.#end) this.#pack()
    const start = this.#end
    this.#end += size
    this.entries.makeRoom(this.#end)
    this.#starts[document] = start
    this.#sizes[document] = size
    this.#lengthCodes[document] = lengthCode
    return start
  }

  remove(document: number): void {
    this.#gone += this.#sizes[document] as number
    this.#starts[document] = absent
    this.#sizes[document] = 0
    this.#lengthCodes[document] = 0
  }

  #makeRoom(document: number, lengthCode: number): void {
    if (document >= this.#starts.length) {
      const size = grown(this.#starts.length, document + 1)
      const starts = new Int32Array(size).fill(absent)
      starts.set(this.#starts)
      const sizes = new Int32Array(size)
      sizes.set(this.#sizes)
      this.#starts = starts
      this.#sizes = sizes
    }
    this.#lengthCodes = roomFor(this.#lengthCodes, this.#starts.length, lengthCode)
    this.#limit = Math.max(this.#limit, document + 1)
  }

  /** Compacts the existing bags, in their order in memory. */
  #pack(): void {
    const documents: number[] = []
    for (let document = 0; document < this.#limit; document++) if (this.has(document)) documents.push(document)
    documents.sort((a, b) => this.start(a) - this.start(b))
    let end = 0
    for (const document of documents) {
      const size = this.#sizes[document] as number
      this.entries.move(this.start(document), end, size)
      this.#starts[document] = end
      end += size
    }
    this.#end = end
    this.#gone = 0
  }
}
