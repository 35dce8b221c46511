import { foldAccents } from './fold.ts'
import type { Language } from './language.ts'

/** UTF-16 units of a text that are looked at. */
const looked = 2048

/** No writing has so many in a row, and normalization takes time with their square. */
const manyMarks = /\p{M}{8,}/gu

const words = /[\p{L}\p{M}]+/gu
const letters = /\p{L}/gu

/** The least that the stop words found must count for, and by how much more than those of the next language. */
const enough = 1
const ahead = 1.5

/**
 * The name of the language that a text is written in, of those given; `undefined` where that is not sure, as in texts of a few
 * words.
 *
 * First by script: languages whose stop words are not written with most of the text's letters are out, and if one is left, it is
 * that. Else by stop words: each counts for 1, shared among the languages that have it. The best language must reach 1, and
 * one and a half times what the next one has. The first 2048 UTF-16 units of the text are looked at.
 *
 * @example
 * guessLanguage('Wo ist das Hotel?', [english, german]) // 'german'
 * guessLanguage('Hotel Adlon', [english, german]) // undefined
 */
export function guessLanguage(text: string, languages: readonly Language[]): string | undefined {
  return languages[createGuess(languages)(text)]?.name
}

/** Gives the place of a text's language in the list, -1 where it is not sure. */
export function createGuess(languages: readonly Language[]): (text: string) => number {
  const having = new Map<string, number[]>()
  const alphabets = languages.map(({ stopWords }) => new Set(foldAccents(stopWords.join(''))))
  for (const [place, { stopWords }] of languages.entries()) {
    for (const word of new Set(stopWords.map(foldAccents))) {
      const places = having.get(word)
      if (places === undefined) having.set(word, [place])
      else places.push(place)
    }
  }

  return (text) => {
    const start = foldAccents(text.slice(0, looked).replace(manyMarks, ' ').normalize('NFKC').toLowerCase())
    const found = start.match(letters) ?? []
    const written = alphabets.map((alphabet) => 2 * found.filter((one) => alphabet.has(one)).length > found.length)
    const only = written.indexOf(true)
    if (only < 0 || written.lastIndexOf(true) === only) return only

    const counts = languages.map(() => 0)
    for (const word of start.match(words) ?? []) {
      const places = (having.get(word) ?? []).filter((place) => written[place])
      for (const place of places) counts[place] = (counts[place] as number) + 1 / places.length
    }
    const [best = 0, next = 0] = counts.toSorted((a, b) => b - a)
    return best >= enough && best >= ahead * next ? counts.indexOf(best) : -1
  }
}
