import { stemmer } from '@orama/stemmers/italian'
import { stopwords } from '@orama/stopwords/italian'
import type { Language } from '../language.ts'
import { dropElision } from './folds.ts'

/** Italian: Snowball's stemmer, without elided articles and prepositions. */
export const italian: Language = { name: 'italian', stem: stemmer, stopWords: stopwords, fold: dropElision }
