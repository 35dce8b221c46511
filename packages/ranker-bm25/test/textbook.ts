/** Textbook BM25: no caches, no numbering, one formula. */
export function textbook(
  query: readonly string[],
  documents: readonly (readonly string[])[],
  k1: number,
  b: number,
  plus = 0,
): readonly number[] {
  const average = documents.reduce((sum, words) => sum + words.length, 0) / documents.length
  return documents.map((words) =>
    query.reduce((sum, asked) => {
      const n = documents.filter((other) => other.includes(asked)).length
      const f = words.filter((word) => word === asked).length
      if (f === 0) return sum
      const idf = Math.log(1 + (documents.length - n + 0.5) / (n + 0.5))
      return sum + idf * ((f * (k1 + 1)) / (f + k1 * (1 - b + (b * words.length) / average)) + plus)
    }, 0),
  )
}

/** Returns every character and every pair of neighbours. */
export function charactersAndPairs(text: string): readonly string[] {
  const characters = Array.from(text)
  return [...characters, ...characters.slice(1).map((character, i) => characters[i] + character)]
}
