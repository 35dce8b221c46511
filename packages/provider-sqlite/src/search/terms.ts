import { englishStopWords } from '@lamella/core/store'

/**
 * Letters, digits and the marks that belong to them; cut at 64, as a run of millions overflows an expression's stack. Marks
 * alone are no word: there is one behind many an emoji.
 */
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]{0,63}/gu

const onlyMarks = /^\p{M}+$/u

/** Scripts that are written without spaces, so that a run of letters is no word. */
const unspaced = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .concat('ー')
  .join('')
const hasUnspaced = new RegExp(`[${unspaced}]`, 'u')
const pieces = new RegExp(`([${unspaced}]+)|[^${unspaced}]+`, 'gu')

/** Pictures and keys as base64, from 512 characters on: data, and no words. */
const dataLength = 512
const maybeData = /[A-Za-z0-9+/_=-]+/g

/**
 * As the Stream-Safe Text Format has it (UAX #15): something between every 30 marks. Marks that stand together are put in
 * order by normalization, which takes quadratic time: millions of them would take hours.
 */
const marks = /\p{M}{30}/gu
const joiner = '\u034f'

const possessive = /(?<=\p{L})['’](?:s(?![\p{L}\p{N}])|(?=\p{L}))/gu
const stopWords = new Set(englishStopWords)

/**
 * The terms of a text, in their order. Compatibility forms (NFKC), case and accents are folded; of Chinese, Japanese,
 * Korean, Thai and the like the characters and the pairs of neighbours are terms, since words cannot be told apart without a
 * dictionary. Common English words are left out, unless the text has no others. Stems are made by SQLite (Porter).
 *
 * @example
 * termsOf('The ships left.') // ['ships', 'left']
 * termsOf('北京') // ['北', '北京', '京']
 */
export function termsOf(text: string): readonly string[] {
  const words: string[] = []
  // Where the last run ended, and the character there if it was one of a script without spaces: runs are cut.
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
  // A number of repetitions in the expression would try each place of a run again, and overflow its stack on a long one.
  const words =
    text.length < dataLength ? text : text.replace(maybeData, (run) => (run.length < dataLength ? run : ' '))
  return words
    .replace(marks, (run) => run + joiner)
    .normalize('NFKC')
    .toLowerCase()
    .replace(possessive, '')
}

/** Gives the last character. */
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
 * Drops the accents of Latin and Greek letters, the stress marks of Cyrillic ones, and the dots of ё, which are often left out.
 * No others: in Russian й, in Hindi or Thai the mark makes another letter.
 */
function foldAccents(term: string): string {
  if (/^[\0-\x7f]*$/.test(term)) return term
  return term.normalize('NFD').replace(accents, '').normalize('NFC')
}
