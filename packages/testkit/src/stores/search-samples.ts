import * as fc from 'fast-check'
import { type RareWordSample, rareWordSamples } from '../ranker/samples.ts'

/** Questions in plain language, each with the one text that answers it, in scripts with and without spaces. */
export const questions: readonly RareWordSample[] = [
  ...rareWordSamples,
  { query: '上海的会议在哪一天？', answer: '上海会议定在五月十二日。', others: ['北京今天下雨。', '我们喜欢喝绿茶。'] },
  {
    query: '発売日はいつですか',
    answer: '発売日は六月三日に変更します。',
    others: ['猫が好きです。', '雨の金曜だった。'],
  },
  {
    query: '출시는 언제입니까',
    answer: '출시는 유월로 옮깁니다.',
    others: ['고양이를 좋아해요.', '오늘은 비가 와요.'],
  },
  { query: 'งบประมาณเท่าไร', answer: 'งบประมาณพอถึงเดือนมีนาคม', others: ['แมวชอบปลา', 'ฝนตกวันศุกร์'] },
  { query: 'متى موعد الإطلاق؟', answer: 'تأجل موعد الإطلاق إلى يونيو.', others: ['القطة جميلة.', 'يوم ممطر.'] },
  { query: 'बजट कब आएगा', answer: 'नया बजट मार्च में आएगा।', others: ['बिल्ली दूध पीती है।', 'आज बारिश है।'] },
]

/** Syntax of various query languages. */
export const syntax: readonly string[] = [
  ...`AND OR NOT NEAR( NEAR/3 and " "" ' * ^ ( ) : text: - + { }`.split(' '),
  ...'[ ] % _ \\ / ; -- /* ? $1 @a # \u0000 \ud800 .* (?: < > = & | ! ~'.split(' '),
]

/** A question that contains the word `launch` between pieces of syntax. */
export const syntaxQuery: fc.Arbitrary<string> = fc
  .tuple(fc.array(fc.constantFrom(...syntax), { maxLength: 5 }), fc.array(fc.constantFrom(...syntax), { maxLength: 5 }))
  .map(([before, after]) => [...before, 'launch', ...after].join(' '))
