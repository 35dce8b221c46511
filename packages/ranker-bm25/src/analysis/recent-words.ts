/** The number of slots for words, a power of two. */
const places = 8192

/** The longest word that is cached, in UTF-16 units. */
const longest = 20

/**
 * A cache of recent words and their terms. Keeps the latest word for each hash; about a megabyte when full. A miss costs
 * next to nothing, and most lookups are misses in texts with many rare words.
 */
export class RecentWords {
  // Created on first use: only a few of many languages occur.
  #words: string[] = []
  #termsOf: (readonly string[])[] = []

  /** Returns the terms of the word in `text` from `start` to `end`, without slicing it. */
  find(text: string, start: number, end: number, hash: number): readonly string[] | undefined {
    const place = placeOf(hash)
    const word = this.#words[place]
    if (word === undefined || word.length !== end - start) return undefined
    for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) !== text.charCodeAt(start + i)) return undefined
    return this.#termsOf[place]
  }

  put(word: string, hash: number, terms: readonly string[]): void {
    if (word.length > longest) return
    if (this.#words.length === 0) {
      this.#words = new Array<string>(places).fill('')
      this.#termsOf = new Array<readonly string[]>(places).fill([])
    }
    const place = placeOf(hash)
    this.#words[place] = word
    this.#termsOf[place] = terms
  }
}

const placeOf = (hash: number): number => (hash ^ (hash >>> 13)) & (places - 1)
