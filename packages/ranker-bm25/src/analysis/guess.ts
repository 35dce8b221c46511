import { checkOptions, mustBeText } from '@lamella/core/plugin'
import { alphabetOf, isWrittenIn } from './alphabet.ts'
import { foldAccents } from './fold.ts'
import type { Language } from './language.ts'
import { analysisChecks } from './options.ts'

/** The number of UTF-16 units to examine. */
const looked = 2048

/** No writing system uses this many consecutive marks, and normalization takes quadratic time in them. */
const manyMarks = /\p{M}{8,}/gu

const words = /[\p{L}\p{M}]+/gu
const letters = /\p{L}/gu
const beyondAscii = /(?![A-Za-z])\p{L}/u

/** The lowest winning score of the stop words found, and its minimum ratio to the next language's score. */
const enough = 1
const clearLead = 1.5

/**
 * Returns the name of the language of a text, among those given, or `undefined` if uncertain, as for texts of a few
 * words.
 *
 * Checks the script first: excludes languages whose stop words do not use the script of most of the text's letters, and
 * returns the language if only one is left. Otherwise uses stop words: each counts for 1, shared among the languages
 * that have it. So does a word with letters beyond a to z, among the languages that have such stop words: a short text may have no
 * stop word.
 * The best language must reach 1, and one and a half times the score of the next one. Only the first 2048 UTF-16 units are
 * examined.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * guessLanguage('Wo ist das Hotel?', [english, german]) // 'german'
 * guessLanguage('Hotel Adlon', [english, german]) // undefined
 */
export function guessLanguage(text: string, languages: readonly Language[]): string | undefined {
  const checks = { text: mustBeText, languages: analysisChecks.languages }
  checkOptions('guessLanguage', { text, languages }, checks, ['text', 'languages'])
  return languages[createGuess(languages)(text)]?.name
}

/** Returns the index of a text's language in the list, or -1 if uncertain. */
export function createGuess(languages: readonly Language[]): (text: string) => number {
  const having = new Map<string, number[]>()
  const alphabets = languages.map(alphabetOf)
  const isPlain = languages.map(({ stopWords }) => !beyondAscii.test(stopWords.join('')))
  for (const [place, { stopWords }] of languages.entries()) {
    for (const word of new Set(stopWords.map(foldAccents))) {
      const places = having.get(word)
      if (places === undefined) having.set(word, [place])
      else places.push(place)
    }
  }

  return (text) => {
    const whole = text.slice(0, looked).replace(manyMarks, ' ').normalize('NFKC').toLowerCase()
    const start = foldAccents(whole)
    const found = start.match(letters) ?? []
    const possible = alphabets.map((alphabet) => isWrittenIn(alphabet, found))
    const only = possible.indexOf(true)
    if (only < 0 || possible.lastIndexOf(true) === only) return only

    const counts = languages.map(() => 0)
    const count = (places: readonly number[]): void => {
      for (const place of places) counts[place] = (counts[place] as number) + 1 / places.length
    }
    for (const word of start.match(words) ?? []) count((having.get(word) ?? []).filter((place) => possible[place]))
    const open = [...possible.keys()].filter((place) => possible[place])
    const others = open.filter((place) => !isPlain[place])
    if (others.length < open.length)
      for (const word of whole.match(words) ?? []) if (beyondAscii.test(word)) count(others)
    const [best = 0, next = 0] = counts.toSorted((a, b) => b - a)
    return best >= enough && best >= clearLead * next ? counts.indexOf(best) : -1
  }
}
