/** The maximum number of slots to probe for a word, starting at the one for its hash, whatever the text. */
const reach = 8

/** The initial number of slots as a power of two, so that a table for a few texts costs next to nothing. */
const firstBits = 11

/** The offset arrays have one entry more than there are words. */
const firstWords = 2 ** (firstBits - 1) + 1

/** Spreads hashes whose lower bits are alike: 2 ** 32 over the golden ratio (Knuth, volume 3, section 6.4). */
const spread = 0x9e3779b1

/**
 * A hash table of words and their items, which finds a word in a text without slicing it. All characters share one
 * array, as do all items: a string, an array and a map entry for each word would take several times the memory and
 * scatter it.
 *
 * It is a cache: adding a word may evict another.
 */
export class WordTable<Item> {
  readonly #most: number
  #bits = firstBits
  /** Two numbers per slot: the hash of its word, and the word's number, from 1. 0 if empty. */
  #places = new Int32Array(2 << firstBits)
  #size = 0
  #characters = new Uint16Array(4096)
  /** Offsets of each word's characters, with a final end offset; likewise for the items. */
  #starts = new Int32Array(firstWords)
  #itemStarts = new Int32Array(firstWords)
  #items: Item[] = []

  /** Creates a table for at most `most` words. Exceeding that evicts all. */
  constructor(most: number) {
    this.#most = most
  }

  /** The items of all words, read-only. `start` and `end` delimit those of a word. */
  get items(): readonly Item[] {
    return this.#items
  }

  /**
   * Returns the number of the word in `text` from `from` to `to`, or -1 if it is unknown or was added with another
   * hash.
   */
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

  /** Adds a word that `find` did not find. */
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

  /** Returns the first slot for a hash. */
  #home(hash: number): number {
    return (Math.imul(hash, spread) >>> (32 - this.#bits)) << 1
  }

  /** Puts a word in the first free slot, or in the first slot for its hash. */
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
