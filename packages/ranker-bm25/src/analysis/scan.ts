import {
  emoji,
  joining,
  type Kind,
  kinds,
  letter,
  regional,
  separator,
  unspaced,
  unspacedUnfolded,
} from './characters.ts'
import { foldForm } from './fold.ts'
import type { RecentWords } from './recent-words.ts'
import { endOfUnspaced, endOfWord, longestRun, widthOf } from './runs.ts'
import { WordTable } from './word-table.ts'

/**
 * The number of words with cached terms: texts repeat words, and stemming one costs more than everything else together.
 */
const remembered = 100_000

/** The longest cached word, in UTF-16 units: keys and encoded data rarely repeat. */
const longestRemembered = 64

/** Takes the item of a term, and how many words it adds to its text: 1, or less for characters and pairs without spaces. */
export type Emit<Item> = (item: Item, words: number) => void

/** How many words a character without spaces is: a word of Chinese or Japanese has about two. */
const wordsOfCharacter = 0.5

const table = kinds.table
const at = kinds.at

/**
 * Reads a text once, by the kinds of its characters. Words are looked up unfolded, so folding, stemming and the rest
 * happen only on first occurrence. A class, not closures: all scanners share what the compiler has learned, and a new
 * one is fast from its first text.
 */
export class Scanner<Item> {
  readonly #termsOf: (run: string) => readonly string[]
  readonly #recent: RecentWords | undefined
  readonly #itemOf: (term: string) => Item
  readonly #words = new WordTable<Item>(remembered)
  #emitted = 0

  /** @param recent Caches the words of other scanners with the same `termsOf`. */
  constructor(
    termsOf: (run: string) => readonly string[],
    recent: RecentWords | undefined,
    itemOf: (term: string) => Item,
  ) {
    this.#termsOf = termsOf
    this.#recent = recent
    this.#itemOf = itemOf
  }

  /** Calls `emit` with the item of each term of a text, in order, and returns whether there was one. */
  scan(text: string, emit: Emit<Item>): boolean {
    const before = this.#emitted
    this.#scan(text, emit, false)
    return this.#emitted > before
  }

  #learn(text: string, start: number, end: number, hash: number, isFolded: boolean): readonly Item[] {
    const items = this.#itemsOf(text, start, end, hash, isFolded)
    if (end - start <= longestRemembered) this.#words.put(text, start, end, hash, items)
    return items
  }

  #itemsOf(text: string, start: number, end: number, hash: number, isFolded: boolean): readonly Item[] {
    // Skip the shared cache for folded text, which must not be confused with text yet to be folded.
    const shared = isFolded ? undefined : this.#recent
    let terms = shared?.find(text, start, end, hash)
    if (terms === undefined) {
      const run = copy(text.slice(start, end))
      const folded = isFolded ? run : foldForm(run)
      // Folding may produce several words, as for a fraction, or letters of another kind.
      if (folded !== run) return this.#scanned(folded)
      terms = this.#termsOf(run)
      shared?.put(run, hash, terms)
    }
    return terms.map((term) => this.#itemOf(term))
  }

  #scanned(folded: string): readonly Item[] {
    const items: Item[] = []
    this.#scan(folded, (item) => items.push(item), true)
    return items
  }

  /** Emits each character with its marks, and each pair of neighbours. Returns the last character. */
  #scanCharacters(run: string, before: string, emit: Emit<Item>): string {
    let previous = before
    for (let i = 0; i < run.length; ) {
      const start = i
      i += widthOf(run.charCodeAt(i))
      while (i < run.length && at(run, i) === joining) i += widthOf(run.charCodeAt(i))
      const character = copy(run.slice(start, i))
      emit(this.#itemOf(character), wordsOfCharacter)
      if (previous !== '') emit(this.#itemOf(previous + character), 0)
      this.#emitted++
      previous = character
    }
    return previous
  }

  /** Scans a run of a script without spaces, in parts if it is long. Returns where it ends. */
  #scanUnspaced(text: string, from: number, emit: Emit<Item>, isFolded: boolean): number {
    let [i, previous] = [from, '']
    do {
      const end = endOfUnspaced(text, i, kinds)
      const run = text.slice(i, end)
      const folded = isFolded ? run : foldForm(run)
      if (folded === run) previous = this.#scanCharacters(run, previous, emit)
      else {
        this.#scan(folded, emit, true)
        previous = ''
      }
      i = end
    } while (i < text.length && isUnspaced(at(text, i)))
    return i
  }

  #scan(text: string, emit: Emit<Item>, isFolded: boolean): void {
    const words = this.#words
    for (let i = 0; i < text.length; ) {
      const unit = text.charCodeAt(i)
      const kind = (table[unit] as Kind) || at(text, i)
      if (kind === separator) i++
      else if (kind === letter) {
        const start = i
        const stop = Math.min(text.length, start + longestRun)
        let hash = unit
        i += widthOf(unit)
        for (let next = 0; i < stop; i++) {
          next = text.charCodeAt(i)
          if (table[next] !== letter) break
          hash = (Math.imul(hash, 31) + next) | 0
        }
        if (i < text.length && table[text.charCodeAt(i)] !== separator) {
          const end = endOfWord(text, start, i, kinds)
          for (let rest = i; rest < end; rest++) hash = (Math.imul(hash, 31) + text.charCodeAt(rest)) | 0
          i = end
        }
        const word = words.find(text, start, i, hash)
        const items = word < 0 ? this.#learn(text, start, i, hash, isFolded) : words.items
        const end = word < 0 ? items.length : words.end(word)
        for (let place = word < 0 ? 0 : words.start(word); place < end; place++) {
          emit(items[place] as Item, 1)
          this.#emitted++
        }
      } else if (isUnspaced(kind)) i = this.#scanUnspaced(text, i, emit, isFolded)
      else if (kind === emoji || kind === regional) {
        const start = i
        i += widthOf(unit)
        // Two regional indicators form a flag.
        if (kind === regional && i < text.length && at(text, i) === regional) i += 2
        emit(this.#itemOf(text.slice(start, i)), 1)
        this.#emitted++
      } else i++
    }
  }
}

const isUnspaced = (kind: Kind): boolean => kind === unspaced || kind === unspacedUnfolded

/** Copies a slice so that it does not retain the source text. Engines copy shorter ones anyway. */
const copy = (slice: string): string => (slice.length < 13 ? slice : ` ${slice}`.slice(1))
