/**
 * The maximum number of characters (UTF-16 units) in a word that gets a suggestion. Longer words are never misspelled
 * names, and comparing takes time in proportion to the product of the lengths: a model or a request can send a name of
 * a megabyte.
 */
const maxCharacters = 100

/**
 * Returns the known word that a misspelled one was likely meant to be, or `undefined` when none is near: at most a
 * third of its letters may differ (Levenshtein distance), or else it begins with the known word, as `cacheSize` does with
 * `cache`. Words of more than 100 characters get no suggestion.
 */
export function suggest(word: string, known: readonly string[]): string | undefined {
  if (word.length > maxCharacters) return undefined
  const wanted = word.toLowerCase()
  let best: string | undefined
  let limit = Math.floor(Math.max(3, word.length) / 3) + 1
  for (const candidate of known) {
    const distance = editDistance(wanted, candidate.toLowerCase(), limit)
    if (distance < limit) {
      limit = distance
      best = candidate
    }
  }
  return best ?? known.find((candidate) => beginsWith(word, candidate))
}

/** Whether a word of several words, in camel case or with separators, begins with another. */
function beginsWith(word: string, start: string): boolean {
  return start !== '' && word.startsWith(start) && /^[^\p{Ll}]/u.test(word.slice(start.length))
}

/** Returns ` Did you mean 'x'?`, or ''. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = suggest(word, known)
  return near === undefined ? '' : ` Did you mean '${near}'?`
}

/** Returns the distance between two words; `most` if it is that or more, detected as early as possible. */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) >= most) return most
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let nearest = i
    for (let j = 1; j <= b.length; j++) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const distance = Math.min(change, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      row.push(distance)
      nearest = Math.min(nearest, distance)
    }
    // No later row has a smaller value.
    if (nearest >= most) return most
    previous = row
  }
  return previous[b.length] ?? 0
}
