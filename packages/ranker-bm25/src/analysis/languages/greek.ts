import { stemmer } from '@orama/stemmers/greek'
import { stopwords } from '@orama/stopwords/greek'
import type { Language } from '../language.ts'

/** Greek: a stemmer based on Ntais. */
export const greek: Language = { name: 'greek', stem: stemmer, stopWords: stopwords }
