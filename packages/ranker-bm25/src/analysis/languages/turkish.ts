import { stemmer } from '@orama/stemmers/turkish'
import { stopwords } from '@orama/stopwords/turkish'
import type { Language } from '../language.ts'
import { dropEndings } from './folds.ts'

/** Turkish: Snowball's stemmer. The part of a name after an apostrophe is an ending. */
export const turkish: Language = { name: 'turkish', stem: stemmer, stopWords: stopwords, fold: dropEndings }
