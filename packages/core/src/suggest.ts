/**
 * The known word that a misspelled one was likely meant to be, or `undefined` when none is near: at most a third of its
 * letters differ (Levenshtein distance).
 */
export function suggest(word: string, known: readonly string[]): string | undefined {
  let best: string | undefined
  let least = Math.floor(Math.max(3, word.length) / 3) + 1
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase())
    if (distance < least) {
      least = distance
      best = candidate
    }
  }
  return best
}

/** ` Did you mean 'x'?`, or ''. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = suggest(word, known)
  return near === undefined ? '' : ` Did you mean '${near}'?`
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(change, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    previous = row
  }
  return previous[b.length] ?? 0
}
