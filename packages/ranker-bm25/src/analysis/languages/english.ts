import { foldAccents } from '../fold.ts'
import type { Language } from '../language.ts'
import { englishForms } from './english-forms.ts'
import { stemEnglish } from './english-stemmer.ts'
import { englishStopWords } from './english-stop-words.ts'

/**
 * English: Porter's second stemmer, irregular verbs and nouns, and endings after an apostrophe. Does not harm other
 * languages.
 */
export const english: Language = {
  name: 'english',
  stem,
  stopWords: englishStopWords,
  irregular: englishForms,
  fold,
}

/** Endings are rules about a to z and do not apply to words in other scripts. */
const letters = /^[a-z]+$/

/** Removes accents before stemming, since native English words have none, so `résumés` and `resumes` match. */
function stem(word: string): string {
  if (letters.test(word)) return stemEnglish(word)
  const plain = foldAccents(word)
  return letters.test(plain) ? stemEnglish(plain) : plain
}

/** The code of the highest digit. */
const nine = 57
const ordinal = /^\d+(?:st|nd|rd|th)$/
const clitic = /'(?:s|m|re|ve|ll|d)$/

/**
 * `Anna's` becomes `anna`, `we'll` becomes `we`; `don't` and `O'Brien` lose the apostrophe. Ordinals become numbers:
 * `7th` is `7`.
 */
function fold(word: string): string {
  if (word.charCodeAt(0) <= nine && ordinal.test(word)) return word.slice(0, -2)
  if (!word.includes("'") || word === "let's") return word
  let base = word
  while (clitic.test(base)) base = base.replace(clitic, '')
  return base
}
