import { stemmer } from '@orama/stemmers/dutch'
import { stopwords } from '@orama/stopwords/dutch'
import type { Language } from '../language.ts'
import { dropGenitive } from './folds.ts'

/** Dutch: Snowball's stemmer. */
export const dutch: Language = { name: 'dutch', stem: stemmer, stopWords: stopwords, fold: dropGenitive }
