/** Places that are looked at for a word, from the one that its hash points to: no text can make it more. */
const reach = 8

/** Places at the beginning, as a power of two, so that a table for a few texts costs next to nothing. */
const firstBits = 11

/** Numbers in arrays of their own have one place more than there are words: where the first begins. */
const firstWords = 2 ** (firstBits - 1) + 1

/** Spreads hashes of which the lower bits are alike: 2 ** 32 over the golden ratio (Knuth, volume 3, section 6.4). */
const spread = 0x9e3779b1

/**
 * Words, each with what it stands for, looked up as they stand in a text, without being cut out of it. The characters of all
 * lie in one array, and so do the items: a string, an array and an entry of a map for each would be several times as much,
 * all over the memory.
 *
 * It may forget a word whenever another is put: it is there to save work.
 */
export class WordTable<Item> {
  readonly #most: number
  #bits = firstBits
  /** Two numbers a place: the hash of its word, and the word's number, from 1. 0 where there is none. */
  #places = new Int32Array(2 << firstBits)
  #size = 0
  #characters = new Uint16Array(4096)
  /** Where the characters of each word begin, and where the last one's end; so with the items. */
  #starts = new Int32Array(firstWords)
  #itemStarts = new Int32Array(firstWords)
  #items: Item[] = []

  /** A table for at most so many words. All are forgotten when there is one more. */
  constructor(most: number) {
    this.#most = most
  }

  /** The items of all words, to be read only. Those of a word are where `start` and `end` say. */
  get items(): readonly Item[] {
    return this.#items
  }

  /** The number of the word that is in `text` from `from` to `to`, -1 if it is not known, or was put with another hash. */
  find(text: string, from: number, to: number, hash: number): number {
    const places = this.#places
    const mask = places.length - 1
    const length = to - from
    let at = this.#home(hash)
    for (let i = 0; i < reach; i++, at = (at + 2) & mask) {
      const word = (places[at + 1] as number) - 1
      if (word < 0) return -1
      if (places[at] !== hash) continue
      const start = this.#starts[word] as number
      if ((this.#starts[word + 1] as number) - start !== length) continue
      let same = 0
      while (same < length && this.#characters[start + same] === text.charCodeAt(from + same)) same++
      if (same === length) return word
    }
    return -1
  }

  start(word: number): number {
    return this.#itemStarts[word] as number
  }

  end(word: number): number {
    return this.#itemStarts[word + 1] as number
  }

  /** Remembers a word that `find` did not find there. */
  put(text: string, from: number, to: number, hash: number, items: readonly Item[]): void {
    if (this.#size >= this.#most) this.#clear()
    if (4 * this.#size >= this.#places.length) this.#grow()
    const number = this.#size++
    const start = this.#starts[number] as number
    const end = start + to - from
    if (end > this.#characters.length) this.#characters = larger(this.#characters, new Uint16Array(2 * end))
    for (let i = from; i < to; i++) this.#characters[start + i - from] = text.charCodeAt(i)
    this.#starts[number + 1] = end
    for (const item of items) this.#items.push(item)
    this.#itemStarts[number + 1] = this.#items.length
    this.#place(hash, number + 1)
  }

  /** The first place for a hash. */
  #home(hash: number): number {
    return (Math.imul(hash, spread) >>> (32 - this.#bits)) << 1
  }

  /** Puts a word in the first free place, or where its hash points. */
  #place(hash: number, word: number): void {
    const places = this.#places
    const home = this.#home(hash)
    let at = home
    let left = reach
    while (left > 0 && places[at + 1] !== 0) {
      at = (at + 2) & (places.length - 1)
      left--
    }
    if (left === 0) at = home
    places[at] = hash
    places[at + 1] = word
  }

  #grow(): void {
    const before = this.#places
    this.#bits++
    this.#places = new Int32Array(2 * before.length)
    this.#starts = larger(this.#starts, new Int32Array(before.length / 2 + 1))
    this.#itemStarts = larger(this.#itemStarts, new Int32Array(before.length / 2 + 1))
    for (let at = 0; at < before.length; at += 2) {
      if (before[at + 1] !== 0) this.#place(before[at] as number, before[at + 1] as number)
    }
  }

  #clear(): void {
    this.#places.fill(0)
    this.#items.length = 0
    this.#size = 0
  }
}

function larger<Numbers extends Int32Array | Uint16Array>(from: Numbers, into: Numbers): Numbers {
  into.set(from)
  return into
}
