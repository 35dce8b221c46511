import { stemmer } from '@orama/stemmers/russian'
import { stopwords } from '@orama/stopwords/russian'
import type { Language } from '../language.ts'

/** In the list among words of grammar; memories are told apart by them. */
const content = [
  'человек',
  'жизнь',
  'говорил',
  'сказал',
  'сказала',
  'сказать',
  'вдруг',
  'хорошо',
  'лучше',
  'сегодня',
  'никогда',
]

/** Russian: Snowball's stemmer. */
export const russian: Language = {
  name: 'russian',
  stem: stemmer,
  stopWords: /* @__PURE__ */ stopwords.filter((word) => !content.includes(word)),
}
