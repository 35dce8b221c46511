import { stemmer } from '@orama/stemmers/indian'
import { stopwords } from '@orama/stopwords/indian'
import type { Language } from '../language.ts'

/** Hindi: Snowball's stemmer. */
export const hindi: Language = { name: 'hindi', stem: stemmer, stopWords: stopwords }
