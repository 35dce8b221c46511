import { foldAccents } from './fold.ts'
import type { Language } from './language.ts'

/**
 * The length of the stem of a word in another alphabet, in characters: in Turkish, it found as much as the stems of an analyzer (Can and
 * others, "Information Retrieval on Turkish Texts", Journal of the American Society for Information Science and Technology 59, 2008).
 */
const beginning = 5

/** Letters alone, none of them Latin: those are in names and code of all texts. */
const beyondLatin = /^(?:(?!\p{Script=Latin})[\p{L}\p{M}])+$/u

/** Returns the letters that a language is written with: those of its stop words. */
export function alphabetOf({ stopWords }: Language): ReadonlySet<string> {
  return new Set(foldAccents(stopWords.join('')))
}

/** Returns whether most of the letters belong to an alphabet. */
export function isWrittenIn(alphabet: ReadonlySet<string>, letters: readonly string[]): boolean {
  return 2 * letters.filter((one) => alphabet.has(one)).length > letters.length
}

/**
 * Returns the stemmer of a language, which cuts words of another alphabet after their fifth character. A language without stop words
 * has an unknown alphabet, so it stems all words.
 */
export function stemmerOf(language: Language): (word: string) => string {
  const alphabet = alphabetOf(language)
  if (alphabet.size === 0) return language.stem
  return (word) => {
    if (!beyondLatin.test(word) || isWrittenIn(alphabet, [...word])) return language.stem(word)
    return [...word].slice(0, beginning).join('')
  }
}
