import { stemmer } from '@orama/stemmers/norwegian'
import { stopwords } from '@orama/stopwords/norwegian'
import type { Language } from '../language.ts'

/** Norwegian: Snowball's stemmer. */
export const norwegian: Language = { name: 'norwegian', stem: stemmer, stopWords: stopwords }
