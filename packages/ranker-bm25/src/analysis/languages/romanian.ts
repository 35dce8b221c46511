import { stemmer } from '@orama/stemmers/romanian'
import { stopwords } from '@orama/stopwords/romanian'
import type { Language } from '../language.ts'

/** Romanian: Snowball's stemmer. */
export const romanian: Language = { name: 'romanian', stem: stemmer, stopWords: stopwords }
