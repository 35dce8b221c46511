import { stemmer } from '@orama/stemmers/portuguese'
import { stopwords } from '@orama/stopwords/portuguese'
import type { Language } from '../language.ts'
import { dropElision } from './folds.ts'

/** Portuguese: Snowball's stemmer. */
export const portuguese: Language = { name: 'portuguese', stem: stemmer, stopWords: stopwords, fold: dropElision }
