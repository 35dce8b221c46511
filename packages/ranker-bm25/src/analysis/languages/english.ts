import { englishStopWords } from '@lamella/core/store'
import { foldAccents } from '../fold.ts'
import type { Language } from '../language.ts'
import { englishForms } from './english-forms.ts'
import { stemEnglish } from './english-stemmer.ts'

/** English: Porter's second stemmer, irregular verbs and nouns, and endings after an apostrophe. It does no harm to other languages. */
export const english: Language = {
  name: 'english',
  stem,
  stopWords: englishStopWords,
  irregular: englishForms,
  fold,
}

/** Endings are rules about a to z; a word in another script has none of them. */
const letters = /^[a-z]+$/

/** Accents are dropped before stemming, as English has none of its own: `résumés` and `resumes` meet. */
function stem(word: string): string {
  if (letters.test(word)) return stemEnglish(word)
  const plain = foldAccents(word)
  return letters.test(plain) ? stemEnglish(plain) : plain
}

/** Code of the highest digit. */
const nine = 57
const ordinal = /^\d+(?:st|nd|rd|th)$/
const clitic = /'(?:s|m|re|ve|ll|d)$/

/** `Anna's` is `anna`, `we'll` is `we`; `don't` and `O'Brien` are written together. Ordinals are numbers: `7th` is `7`. */
function fold(word: string): string {
  if (word.charCodeAt(0) <= nine && ordinal.test(word)) return word.slice(0, -2)
  if (!word.includes("'") || word === "let's") return word
  let base = word
  while (clitic.test(base)) base = base.replace(clitic, '')
  return base
}
