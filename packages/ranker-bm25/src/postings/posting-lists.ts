import { Blocks, kindFor, sizeOf } from './blocks.ts'
import { Entries } from './entries.ts'
import { TermTable } from './term-table.ts'

/** The maximum number of unsorted late entries allowed in a list: few compared to the sorted ones. */
const lateAllowed = (sorted: number): number => 32 + (sorted >> 3)

/**
 * Stores the documents of each term, with the code of each frequency. Two techniques make changes cheap anywhere in a
 * list of a million:
 *
 * - The entry of a removed document stays, with code 0, until half of its list is dead.
 * - A document whose number is lower than the last one's is appended, and sorted in later together with others.
 *
 * Readers must therefore not rely on the order of a list, and must skip codes of 0.
 */
export class PostingLists {
  readonly entries: Blocks = new Blocks()
  readonly #terms = new TermTable()

  /** Return where the list of a term begins and ends among the entries. */
  start(term: number): number {
    return this.#terms.has(term) ? this.#terms.start(term) : 0
  }

  end(term: number): number {
    return this.#terms.has(term) ? this.#terms.start(term) + this.#terms.length(term) : 0
  }

  /** Returns the number of documents that contain a term. */
  having(term: number): number {
    return this.#terms.has(term) ? this.#terms.length(term) - this.#terms.dead(term) : 0
  }

  /** Returns an upper bound of the frequencies in an existing term's list, up to single-precision rounding. */
  most(term: number): number {
    return this.#terms.most(term)
  }

  /** Returns a lower bound of the document lengths in the list, up to the same rounding. */
  shortest(term: number): number {
    return this.#terms.shortest(term)
  }

  /** Adds a document to the list of a term, which must not contain it. `length` is the document's. */
  add(term: number, document: number, code: number, frequency: number, length: number): void {
    const terms = this.#terms
    terms.makeRoom(term + 1)
    this.entries.makeRoomFor(document, code)
    this.#bound(term, frequency, length)
    if (terms.dead(term) !== 0 && this.#revive(term, document, code)) return
    const before = terms.length(term)
    if (before === 0) this.#moveTo(term, 0)
    else if (before === sizeOf(terms.kind(term))) this.#moveTo(term, terms.kind(term) + 1)
    const start = terms.start(term)
    const sorted = terms.sorted(term)
    const last = sorted === 0 ? -1 : (this.entries.numbers[start + sorted - 1] as number)
    this.entries.set(start + before, document, code)
    terms.setLength(term, before + 1)
    if (sorted === before && document > last) terms.setSorted(term, sorted + 1)
    else if (before + 1 - sorted > lateAllowed(sorted)) this.#tidy(term)
  }

  /** Removes a document from the list of a term, which must contain it. */
  remove(term: number, document: number): void {
    const terms = this.#terms
    const sorted = terms.start(term) + terms.sorted(term)
    const at = this.entries.find(document, terms.start(term), sorted)
    if (at >= 0) {
      this.entries.codes[at] = 0
      terms.setDead(term, terms.dead(term) + 1)
    } else {
      const last = this.end(term) - 1
      this.entries.move(last, this.entries.numbers.indexOf(document, sorted), 1)
      terms.setLength(term, terms.length(term) - 1)
    }
    if (2 * terms.dead(term) >= terms.length(term)) this.#tidy(term)
  }

  /** Updates the values behind the upper bound of scores. Removals leave it higher than necessary. */
  #bound(term: number, frequency: number, length: number): void {
    const terms = this.#terms
    if (this.having(term) === 0) terms.setBounds(term, frequency, length)
    else if (frequency > terms.most(term) || length < terms.shortest(term)) {
      terms.setBounds(term, Math.max(frequency, terms.most(term)), Math.min(length, terms.shortest(term)))
    }
  }

  /** Reuses the entry of a removed document, if it still exists, with a new code. */
  #revive(term: number, document: number, code: number): boolean {
    const terms = this.#terms
    const at = this.entries.find(document, terms.start(term), terms.start(term) + terms.sorted(term))
    if (at < 0) return false
    this.entries.codes[at] = code
    terms.setDead(term, terms.dead(term) - 1)
    return true
  }

  /** Moves a list to a block of another kind. An empty list has no block yet. */
  #moveTo(term: number, kind: number): void {
    const terms = this.#terms
    const length = terms.length(term)
    const from = terms.start(term)
    const to = this.entries.take(kind)
    this.entries.move(from, to, length)
    if (length > 0) this.entries.give(from, terms.kind(term))
    terms.setBlock(term, to, kind)
  }

  /** Drops dead entries and sorts in late ones; a list that shrank a lot moves to a smaller block. */
  #tidy(term: number): void {
    const terms = this.#terms
    const start = terms.start(term)
    const sorted = start + terms.sorted(term)
    const late = this.end(term) - sorted
    const alive = this.#dropDead(start, sorted)
    this.entries.move(sorted, alive, late)
    this.#sortIn(start, alive, alive + late)
    const before = terms.length(term)
    const length = alive + late - start
    terms.setLength(term, length)
    terms.setSorted(term, length)
    terms.setDead(term, 0)
    if (length === 0 && before > 0) this.entries.give(start, terms.kind(term))
    else if (4 * length < sizeOf(terms.kind(term))) this.#moveTo(term, kindFor(length))
  }

  /** Compacts the live entries and returns where they end. */
  #dropDead(from: number, to: number): number {
    const { entries } = this
    let alive = from
    for (let at = from; at < to; at++) {
      const code = entries.codes[at] as number
      if (code !== 0) entries.set(alive++, entries.numbers[at] as number, code)
    }
    return alive
  }

  /** Merges the unsorted entries from `middle` to `end` into the ascending ones before them, back to front. */
  #sortIn(start: number, middle: number, end: number): void {
    if (middle === end) return
    const { entries } = this
    const late = new Entries(entries.numbers.slice(middle, end))
    late.codes = entries.codes.slice(middle, end)
    late.sort(0, end - middle)
    let from = middle - 1
    let to = end - 1
    for (let next = end - middle - 1; next >= 0; to--) {
      const number = late.numbers[next] as number
      if (from >= start && (entries.numbers[from] as number) > number)
        entries.set(to, entries.numbers[from] as number, entries.codes[from--] as number)
      else entries.set(to, number, late.codes[next--] as number)
    }
  }
}
