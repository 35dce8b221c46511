import { withoutData } from '@lamella/core/search'
import { englishStopWords } from '@lamella/core/store'

/**
 * Letters, digits and the marks that belong to them; split at 64, since a run of millions of them overflows the regular
 * expression's stack. Marks alone are not a word: many emoji end with one.
 */
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]{0,63}/gu

const onlyMarks = /^\p{M}+$/u

/** Scripts written without spaces, where a run of letters is not a word. */
const unspaced = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .concat('ー')
  .join('')
const hasUnspaced = new RegExp(`[${unspaced}]`, 'u')
const pieces = new RegExp(`([${unspaced}]+)|[^${unspaced}]+`, 'gu')

/**
 * As in the Stream-Safe Text Format (UAX #15): a separator after every 30 marks. Normalization sorts adjacent marks in
 * quadratic time: millions of them would take hours.
 */
const marks = /\p{M}{30}/gu
const joiner = '\u034f'

const possessive = /(?<=\p{L})['’](?:s(?![\p{L}\p{N}])|(?=\p{L}))/gu
const stopWords = new Set(englishStopWords)

/**
 * Returns the terms of a text in order. Compatibility forms (NFKC), case and accents are folded; in Chinese, Japanese,
 * Korean, Thai and similar scripts, the characters and the pairs of neighbours are terms, since words cannot be
 * separated without a dictionary. Common English words are left out, unless the text has no others. SQLite does the
 * stemming (Porter).
 *
 * @example
 * termsOf('The ships left.') // ['ships', 'left']
 * termsOf('北京') // ['北', '北京', '京']
 */
export function termsOf(text: string): readonly string[] {
  const words: string[] = []
  // The end of the last run, and the character there if its script has no spaces: runs are split.
  let [end, previous] = [0, '']
  for (const match of folded(text).matchAll(word)) {
    const [run] = match
    if (match.index !== end) previous = ''
    end = match.index + run.length
    if (!hasUnspaced.test(run)) {
      words.push(foldAccents(run))
      previous = ''
    } else {
      for (const [piece, characters] of run.matchAll(pieces)) {
        if (characters === undefined && !onlyMarks.test(piece)) words.push(foldAccents(piece))
        previous = characters === undefined ? '' : addCharacters(characters, previous, words)
      }
    }
  }
  const telling = words.filter((one) => !stopWords.has(one))
  return telling.length > 0 ? telling : words
}

function folded(text: string): string {
  return withoutData(text)
    .replace(marks, (run) => run + joiner)
    .normalize('NFKC')
    .toLowerCase()
    .replace(possessive, '')
}

/** Returns the last character. */
function addCharacters(run: string, before: string, words: string[]): string {
  let previous = before
  for (const character of run) {
    if (previous !== '') words.push(previous + character)
    words.push(character)
    previous = character
  }
  return previous
}

const accents =
  /(?<=[\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+|(?<=\p{Script=Cyrillic})[\u0300\u0301]+|(?<=е)\u0308/gu

/**
 * Removes the accents of Latin and Greek letters, the stress marks of Cyrillic ones, and the dots of ё, which are often
 * omitted. No others: in Russian й, and in Hindi or Thai, the mark makes a different letter.
 */
function foldAccents(term: string): string {
  if (/^[\0-\x7f]*$/.test(term)) return term
  return term.normalize('NFD').replace(accents, '').normalize('NFC')
}
