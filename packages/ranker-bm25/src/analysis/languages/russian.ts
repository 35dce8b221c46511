import { stemmer } from '@orama/stemmers/russian'
import { stopwords } from '@orama/stopwords/russian'
import type { Language } from '../language.ts'

/** Content words in the list of function words; they help to tell memories apart. */
const content = 'человек жизнь говорил сказал сказала сказать вдруг хорошо лучше сегодня никогда'

/** Russian: Snowball's stemmer. */
export const russian: Language = {
  name: 'russian',
  stem: stemmer,
  stopWords: /* @__PURE__ */ stopwords.filter((word) => !content.split(' ').includes(word)),
}
