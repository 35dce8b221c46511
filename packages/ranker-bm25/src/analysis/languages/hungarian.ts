import { stemmer } from '@orama/stemmers/hungarian'
import { stopwords } from '@orama/stopwords/hungarian'
import type { Language } from '../language.ts'

/** Hungarian: Snowball's stemmer. */
export const hungarian: Language = { name: 'hungarian', stem: stemmer, stopWords: stopwords }
