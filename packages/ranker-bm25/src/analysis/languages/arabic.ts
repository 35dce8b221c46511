import { stemmer } from '@orama/stemmers/arabic'
import { stopwords } from '@orama/stopwords/arabic'
import type { Language } from '../language.ts'

/** Arabic: Snowball's stemmer. Folds vowel signs and the hamza of a carrier. */
export const arabic: Language = { name: 'arabic', stem: stemmer, stopWords: stopwords }
