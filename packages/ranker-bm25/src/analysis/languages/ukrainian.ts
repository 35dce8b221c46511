import { stemmer } from '@orama/stemmers/ukrainian'
import type { Language } from '../language.ts'
import { keepTogether } from './folds.ts'

/** Function words. The list that comes with the stemmer has 28, some of them damaged. */
const stopWords: readonly string[] = /* @__PURE__ */ [
  'а або але б без би був була були було бути буде будуть в вам вами вас ваш ваша ваше ваші ви вже від він',
  'вона вони воно для до де є ж же з за зі і із її їй їм їх його йому й коли куди ким кого кому котрий лише',
  'ми мене мені мій моя моє мої мною між може на над нам нами нас наш наша наше наші неї нього ним ними них',
  'ній о об ось по при про під після перед свій своя своє свої себе собі собою та так така такий таке такі',
  'також там те тебе ти ті тим то тобі тобою того той тому твій твоя твоє твої тут у хоча хто це цей ці ця',
  'цю цього цьому чи чого чому чия чий ще що щоб як яка який яке які якщо я',
].flatMap((row) => row.split(' '))

/** Ukrainian: an apostrophe is part of a word. */
export const ukrainian: Language = { name: 'ukrainian', stem: stemmer, stopWords, fold: keepTogether }
