/** Places for words, a power of two. */
const places = 8192

/** Longest word that has a place, in UTF-16 units. */
const longest = 20

/** Words met lately, each with its terms. */
export interface RecentWords {
  /** The terms of the word that is in `text` from `start` to `end`, without cutting it out of there. */
  find(text: string, start: number, end: number, hash: number): readonly string[] | undefined
  put(word: string, hash: number, terms: readonly string[]): void
}

/**
 * A place for each hash, where the last word stays: about a megabyte when all are taken. A miss costs next to nothing, which is
 * what most looking up is where many rare words are met.
 */
export function createRecentWords(): RecentWords {
  // Made when there is a word: of many languages few are met.
  let words: string[] = []
  let termsOf: (readonly string[])[] = []
  return {
    find: (text, start, end, hash) => {
      const place = placeOf(hash)
      const word = words[place]
      if (word === undefined || word.length !== end - start) return undefined
      for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) !== text.charCodeAt(start + i)) return undefined
      return termsOf[place]
    },
    put: (word, hash, terms) => {
      if (word.length > longest) return
      if (words.length === 0) {
        words = new Array<string>(places).fill('')
        termsOf = new Array<readonly string[]>(places).fill([])
      }
      const place = placeOf(hash)
      words[place] = word
      termsOf[place] = terms
    },
  }
}

const placeOf = (hash: number): number => (hash ^ (hash >>> 13)) & (places - 1)
