import { grown } from './codes.ts'
import type { Store } from './store.ts'
import type { Matches } from './types.ts'

/** The term data that `Scores.add` needs. */
interface Scaled {
  readonly term: number
  readonly scale: number
  readonly extra: number
}

/**
 * A score for each document, all 0 between queries, and a list of the nonzero ones: clearing these is cheaper than
 * allocating arrays. Documents excluded for good have a score of minus infinity.
 */
export class Scores {
  #scores = new Float64Array(0)
  #touched = new Int32Array(0)
  #size = 0

  /** Makes room for documents below `limit`. */
  makeRoom(limit: number): void {
    if (limit > this.#scores.length) this.#scores = new Float64Array(grown(this.#scores.length, limit))
  }

  /** The score of each document. */
  get scores(): Float64Array {
    return this.#scores
  }

  /** Documents with a nonzero score: the first `size` entries. */
  get touched(): Int32Array {
    return this.#touched
  }

  get size(): number {
    return this.#size
  }

  /** Adds a term's score to each document that contains it. */
  add(store: Store, norms: Float64Array, { term, scale, extra }: Scaled): void {
    const { entries } = store.lists
    const { numbers, codes } = entries
    const { lengthCodes } = store.bags
    const { values } = store.frequencies
    const start = store.lists.start(term)
    const end = store.lists.end(term)
    this.#makeRoomToTouch(end - start)
    const scores = this.#scores
    const touched = this.#touched
    let size = this.#size
    for (let at = start; at < end; at++) {
      const code = codes[at] as number
      if (code === 0) continue
      const document = numbers[at] as number
      const f = values[code] as number
      const before = scores[document] as number
      if (before === 0) touched[size++] = document
      scores[document] = before + ((scale * f) / (f + (norms[lengthCodes[document] as number] as number)) + extra)
    }
    this.#size = size
  }

  /** Adds a term's score only to documents that have a score. */
  addToTouched(store: Store, norms: Float64Array, { term, scale, extra }: Scaled): void {
    const { entries } = store.lists
    const { numbers, codes } = entries
    const { lengthCodes } = store.bags
    const { values } = store.frequencies
    const scores = this.#scores
    const end = store.lists.end(term)
    for (let at = store.lists.start(term); at < end; at++) {
      const document = numbers[at] as number
      const before = scores[document] as number
      const code = codes[at] as number
      if (before === 0 || code === 0) continue
      const f = values[code] as number
      scores[document] = before + ((scale * f) / (f + (norms[lengthCodes[document] as number] as number)) + extra)
    }
  }

  /** Does the same by looking up the term in each document: for few documents and a long list. */
  lookUp(store: Store, norms: Float64Array, { term, scale, extra }: Scaled): void {
    const { bags } = store
    const { values } = store.frequencies
    for (let i = 0; i < this.#size; i++) {
      const document = this.#touched[i] as number
      const code = bags.codeOf(document, term)
      if (code === 0) continue
      const f = values[code] as number
      const norm = norms[bags.lengthCodes[document] as number] as number
      this.#scores[document] = (this.#scores[document] as number) + ((scale * f) / (f + norm) + extra)
    }
  }

  /** Drops every document with a score below `least`. */
  keepFrom(least: number): void {
    let kept = 0
    for (let i = 0; i < this.#size; i++) {
      const document = this.#touched[i] as number
      if ((this.#scores[document] as number) >= least) this.#touched[kept++] = document
      else this.#scores[document] = 0
    }
    this.#size = kept
  }

  /** Returns the documents with a score, ascending, in new arrays. */
  matches(): Matches {
    // If many have a score, skipping the others is cheaper than sorting.
    const dense = this.#size * 16 > this.#scores.length
    const documents = dense ? this.#inOrder() : this.#touched.slice(0, this.#size).sort()
    const scores = new Float64Array(documents.length)
    for (let i = 0; i < scores.length; i++) scores[i] = this.#scores[documents[i] as number] as number
    return { documents, scores, length: documents.length }
  }

  clear(): void {
    for (let i = 0; i < this.#size; i++) this.#scores[this.#touched[i] as number] = 0
    this.#size = 0
  }

  /** Makes room for the given number of additional touched documents, up to the total. */
  #makeRoomToTouch(more: number): void {
    const needed = Math.min(this.#size + more, this.#scores.length)
    if (needed <= this.#touched.length) return
    const larger = new Int32Array(grown(this.#touched.length, needed))
    larger.set(this.#touched.subarray(0, this.#size))
    this.#touched = larger
  }

  #inOrder(): Int32Array {
    const documents = new Int32Array(this.#size)
    let found = 0
    for (let document = 0; found < this.#size; document++) {
      if (this.#scores[document] !== 0) documents[found++] = document
    }
    return documents
  }
}
