import { stemmer } from '@orama/stemmers/indonesian'
import { stopwords } from '@orama/stopwords/indonesian'
import type { Language } from '../language.ts'

/** Indonesian: Snowball's stemmer. */
export const indonesian: Language = { name: 'indonesian', stem: stemmer, stopWords: stopwords }
