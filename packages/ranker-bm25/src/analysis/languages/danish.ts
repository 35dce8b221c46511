import { stemmer } from '@orama/stemmers/danish'
import { stopwords } from '@orama/stopwords/danish'
import type { Language } from '../language.ts'

/** Danish: Snowball's stemmer. */
export const danish: Language = { name: 'danish', stem: stemmer, stopWords: stopwords }
