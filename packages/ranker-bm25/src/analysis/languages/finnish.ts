import { stemmer } from '@orama/stemmers/finnish'
import { stopwords } from '@orama/stopwords/finnish'
import type { Language } from '../language.ts'

/** Finnish: Snowball's stemmer. */
export const finnish: Language = { name: 'finnish', stem: stemmer, stopWords: stopwords }
