import { stemmer } from '@orama/stemmers/german'
import { stopwords } from '@orama/stopwords/german'
import type { Language } from '../language.ts'
import { dropGenitive } from './folds.ts'

/** German: Snowball's stemmer. Umlauts are folded to plain vowels, ß to ss. */
export const german: Language = { name: 'german', stem: stemmer, stopWords: stopwords, fold: dropGenitive }
