import { englishStopWords } from '@lamella/core'
import { stemmer } from '@orama/stemmers/english'

/** Languages whose stemmer and stop words are built in. `'none'` has neither. */
export type Language = 'english' | 'none'

/** How a text becomes terms. */
export interface AnalyzeOptions {
  /** Sets the defaults of the other two. Default `'english'`; it does no harm to texts in other languages. */
  readonly language?: Language
  /**
   * Whether words are cut to their stems, or a stemmer of one's own, such as those of `@orama/stemmers`. It is given a word
   * in lower case, with its accents.
   */
  readonly stem?: boolean | ((word: string) => string)
  /** Whether common words are left out, or a list of one's own, in lower case. */
  readonly stopWords?: boolean | readonly string[]
}

/** Calls `emit` with each term of a text, in order. */
export type Analyzer = (text: string, emit: (term: string) => void) => void

/** Letters, digits and the marks that belong to them. */
const word = /[\p{L}\p{N}\p{M}]+/gu
/** The same for a text in ASCII, several times as fast. */
const plainWord = /[a-z0-9]+/g

/** Scripts that are written without spaces, so that a run of letters is no word. */
const unspaced = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}ー'
const hasUnspaced = new RegExp(`[${unspaced}]`, 'u')
const spacedOrNot = new RegExp(`([${unspaced}]+)|[^${unspaced}]+`, 'gu')

/** UTF-16 units that are looked at together. Expressions overflow their stack on a run of a few million letters. */
const stretch = 65_536

/** Longest word that is stemmed, in UTF-16 units. What is longer is an identifier or a key, and stays as it is. */
const longestWord = 40

/** Words whose terms are remembered: a text repeats its words, and stemming one costs more than the rest together. */
const remembered = 50_000

/**
 * Makes the function that turns texts into terms.
 *
 * Compatibility forms (NFKC), case and accents are folded. Words in Latin, Cyrillic and other spaced scripts become a term
 * each; runs of Chinese, Japanese, Korean and Thai become their characters and pairs of neighbours, as words cannot be
 * told apart without a dictionary.
 */
export function createAnalyzer(options: AnalyzeOptions = {}): Analyzer {
  const { language = 'english', stem = true, stopWords = true } = options
  const english = language === 'english'
  const stopped = new Set(stopWords === true ? (english ? englishStopWords : []) : stopWords === false ? [] : stopWords)
  const stemOf = typeof stem === 'function' ? stem : stem && english ? stemEnglish : (word: string) => word
  const terms = new Map<string, string>()

  const termOf = (word: string): string => {
    if (stopped.has(word)) return ''
    return foldAccents(word.length > longestWord ? word : stemOf(word))
  }
  const emitWord = (word: string, emit: (term: string) => void): void => {
    let term = terms.get(word)
    if (term === undefined) {
      term = termOf(word)
      if (terms.size >= remembered) terms.clear()
      if (word.length <= longestWord) terms.set(word, term)
    }
    if (term !== '') emit(term)
  }

  return (text, emit) => {
    for (const part of stretches(text)) {
      const plain = /^[\0-\x7f]*$/.test(part)
      for (const run of fold(part, plain, english).match(plain ? plainWord : word) ?? []) {
        if (plain || !hasUnspaced.test(run)) emitWord(run, emit)
        else {
          for (const [piece, characters] of run.matchAll(spacedOrNot)) {
            if (characters === undefined) emitWord(piece, emit)
            else emitCharacters(characters, emit)
          }
        }
      }
    }
  }
}

/** The text in parts of bounded length, cut at white space where there is some. */
function* stretches(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    let part = text.slice(from, from + stretch)
    if (from + stretch < text.length) {
      const space = Math.max(part.lastIndexOf(' '), part.lastIndexOf('\n'))
      // Without white space, at least not between the halves of a surrogate pair.
      part = space > 0 ? part.slice(0, space) : part.replace(/[\ud800-\udbff]$/, '')
    }
    yield part
    from += part.length
  }
}

/** Lower case and compatibility forms; in English also `Anna's` to `anna` and `don't` to `dont`. */
function fold(text: string, plain: boolean, english: boolean): string {
  const folded = plain ? text.toLowerCase() : text.normalize('NFKC').toLowerCase()
  return english ? folded.replace(/(?<=\p{L})['’](?:s(?![\p{L}\p{N}])|(?=\p{L}))/gu, '') : folded
}

/** Every character and every two neighbours. */
function emitCharacters(run: string, emit: (term: string) => void): void {
  let previous = ''
  for (const character of run) {
    emit(character)
    if (previous !== '') emit(previous + character)
    previous = character
  }
}

/** Accents are dropped before stemming, as English has none of its own: `résumés` and `resumes` meet. */
function stemEnglish(word: string): string {
  const plain = foldAccents(word)
  // Suffixes are rules about a to z; a word in another script has none of them.
  return /^[a-z]+$/.test(plain) ? stemmer(plain) : plain
}

/**
 * Drops the accents of Latin and Greek letters, the stress marks of Cyrillic ones, and the dots of ё, which are often left out.
 * No others: in Russian й, in Hindi, Thai or Japanese the mark makes another letter.
 */
function foldAccents(word: string): string {
  if (/^[\0-\x7f]*$/.test(word)) return word
  return word.normalize('NFD').replace(accents, '').normalize('NFC')
}

const accents =
  /(?<=[\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+|(?<=\p{Script=Cyrillic})[\u0300\u0301]+|(?<=е)\u0308/gu
