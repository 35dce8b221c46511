import type { Found } from './types.ts'

/** Collects the best documents up to a limit: a heap with the worst on top. */
export class Best {
  readonly #limit: number
  readonly #scores: Float64Array
  readonly #documents: Int32Array
  #size = 0

  /** Allocates room for `limit`, which should not exceed the number of documents. */
  constructor(limit: number) {
    this.#limit = limit
    this.#scores = new Float64Array(limit)
    this.#documents = new Int32Array(limit)
  }

  /** The score needed to be among the best; 0 while there is room. */
  get least(): number {
    return this.#size < this.#limit ? 0 : (this.#scores[0] as number)
  }

  /** Returns whether a document would be among the best. */
  wants(document: number, score: number): boolean {
    return this.#size < this.#limit || this.#isWorse(0, document, score)
  }

  /** Adds a document that `wants` accepts. */
  add(document: number, score: number): void {
    if (this.#size < this.#limit) this.#rise(this.#size++, document, score)
    else this.#sink(document, score)
  }

  /** Returns the best first, ties by number. */
  sorted(): readonly Found[] {
    const found = Array.from({ length: this.#size }, (_, i) => ({
      document: this.#documents[i] as number,
      score: this.#scores[i] as number,
    }))
    return found.sort((a, b) => b.score - a.score || a.document - b.document)
  }

  /** Returns whether the entry at an index is worse than another. */
  #isWorse(at: number, document: number, score: number): boolean {
    const here = this.#scores[at] as number
    return here < score || (here === score && (this.#documents[at] as number) > document)
  }

  #set(at: number, document: number, score: number): void {
    this.#documents[at] = document
    this.#scores[at] = score
  }

  #rise(from: number, document: number, score: number): void {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.#isWorse(parent, document, score)) break
      this.#set(at, this.#documents[parent] as number, this.#scores[parent] as number)
      at = parent
    }
    this.#set(at, document, score)
  }

  /** Replaces the worst entry. */
  #sink(document: number, score: number): void {
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= this.#size) break
      const other = child + 1
      if (other < this.#size && this.#isWorse(other, this.#documents[child] as number, this.#scores[child] as number))
        child = other
      if (!this.#isWorse(child, document, score)) break
      this.#set(at, this.#documents[child] as number, this.#scores[child] as number)
      at = child
    }
    this.#set(at, document, score)
  }
}
