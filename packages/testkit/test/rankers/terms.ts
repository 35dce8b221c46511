/**
 * Letters, digits and their combining marks; cut at 64, because a run of millions of them overflows the regular
 * expression's stack. Marks alone are not a word.
 */
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]{0,63}/gu

/** Scripts written without spaces, where a run of letters is not a word. */
const unspaced = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}ー'
const hasUnspaced = new RegExp(`[${unspaced}]`, 'u')
const pieces = new RegExp(`([${unspaced}]+)|[^${unspaced}]+`, 'gu')

/** Normalization takes quadratic time for consecutive marks, but not with a separator after every 30 (UAX #15). */
const marks = /\p{M}{30}/gu
const joiner = '\u034f'

/** Counts the occurrences of each term in a text, and of all terms. */
export interface Terms {
  readonly counts: ReadonlyMap<string, number>
  readonly length: number
}

/**
 * Returns the terms of a text: its words, in lower case and without compatibility forms; for Chinese, Japanese, Korean
 * and Thai the characters and pairs of adjacent characters. No stems and no stop words.
 */
export function termsOf(text: string): Terms {
  const counts = new Map<string, number>()
  let length = 0
  const add = (term: string): void => {
    counts.set(term, (counts.get(term) ?? 0) + 1)
    length++
  }
  const folded = text
    .replace(marks, (run) => run + joiner)
    .normalize('NFKC')
    .toLowerCase()
  // Where the last run ended, and its last character if its script has no spaces: long runs arrive in parts.
  let [end, previous] = [0, '']
  for (const match of folded.matchAll(word)) {
    const [run] = match
    if (match.index !== end) previous = ''
    end = match.index + run.length
    if (!hasUnspaced.test(run)) {
      add(run)
      previous = ''
      continue
    }
    for (const [piece, characters] of run.matchAll(pieces)) {
      if (characters === undefined) add(piece)
      previous = characters === undefined ? '' : addCharacters(characters, previous, add)
    }
  }
  return { counts, length }
}

/** Returns the last character. */
function addCharacters(run: string, before: string, add: (term: string) => void): string {
  let previous = before
  for (const character of run) {
    add(character)
    if (previous !== '') add(previous + character)
    previous = character
  }
  return previous
}
