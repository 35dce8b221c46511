/** Places for words, a power of two. */
const places = 8192

/** Longest word that has a place, in UTF-16 units: engines copy a slice of up to 12, longer ones keep their whole text. */
const longest = 12

/** Words met lately, each with what it stands for. */
export interface RecentWords<Item> {
  /** What the word stands for that is in `text` from `start` to `end`, without cutting it out of there. */
  readonly find: (text: string, start: number, end: number, hash: number) => readonly Item[] | undefined
  readonly put: (word: string, hash: number, items: readonly Item[]) => void
}

/**
 * A place for each hash, where the last word stays: a third of the time of a map goes into cutting words out and hashing them.
 * Texts whose words fall on one place make it useless and nothing worse, so it stands before a map.
 */
export function createRecentWords<Item>(): RecentWords<Item> {
  const words: string[] = new Array<string>(places).fill('')
  const itemsOf: (readonly Item[])[] = new Array<readonly Item[]>(places).fill([])
  return {
    find: (text, start, end, hash) => {
      const place = placeOf(hash)
      const word = words[place] as string
      if (word.length !== end - start) return undefined
      for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) !== text.charCodeAt(start + i)) return undefined
      return itemsOf[place]
    },
    put: (word, hash, items) => {
      if (word.length > longest) return
      const place = placeOf(hash)
      words[place] = word
      itemsOf[place] = items
    },
  }
}

const placeOf = (hash: number): number => (hash ^ (hash >>> 13)) & (places - 1)
