import { stemmer } from '@orama/stemmers/swedish'
import { stopwords } from '@orama/stopwords/swedish'
import type { Language } from '../language.ts'

/** Swedish: Snowball's stemmer. */
export const swedish: Language = { name: 'swedish', stem: stemmer, stopWords: stopwords }
