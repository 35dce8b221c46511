import { stemmer } from '@orama/stemmers/french'
import { stopwords } from '@orama/stopwords/french'
import type { Language } from '../language.ts'
import { dropElision } from './folds.ts'

/** French: Snowball's stemmer, without elided articles and pronouns. */
export const french: Language = { name: 'french', stem: stemmer, stopWords: stopwords, fold: dropElision }
