import type { Rankable } from '@lamella/core/plugin'
import type { Arbitrary } from 'fast-check'
import * as fc from 'fast-check'

/** A question, and documents of which only `answer` contains the rare word that matters. */
export interface RareWordSample {
  readonly query: string
  readonly answer: string
  readonly others: readonly string[]
}

/** Creates documents from texts, with ids that show their positions. */
export function documentsOf(texts: readonly string[]): readonly Rankable[] {
  return texts.map((text, i) => ({ id: `d${i}`, text }))
}

/** The common words of the question occur everywhere, even more often than in the answer. */
export const rareWordSamples: readonly RareWordSample[] = [
  {
    query: 'launch in Zanzibar',
    answer: 'The launch in Zanzibar was moved to June.',
    others: [
      'The launch was planned in a meeting about the launch.',
      'Launch, launch, launch: everyone talks about the launch in the news.',
      'Nothing was decided about the office plants.',
    ],
  },
  {
    query: 'Zoë Budget',
    answer: 'Das Budget reicht bis März, sagt Zoë.',
    others: ['Das Budget ist knapp, das Budget war immer knapp.', 'Wer macht das Budget, und wozu ein Budget?'],
  },
  {
    query: 'встреча в Житомире',
    answer: 'Следующая встреча будет в Житомире.',
    others: ['Встреча прошла хорошо, встреча была короткой.', 'Погода в городе сегодня хорошая.'],
  },
]

const shared = 'launch budget vendor june memory token agent'.split(' ')
const wordOf = (letters: string): Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...letters), minLength: 3, maxLength: 8 })

/** A query and documents with words in common, some documents empty, some equal. */
export const querySample: Arbitrary<readonly [query: string, documents: readonly Rankable[]]> = fc
  .tuple(
    fc.array(fc.constantFrom(...shared), { minLength: 1, maxLength: 4 }),
    fc.array(fc.array(fc.constantFrom(...shared, 'the', 'of', 'and'), { maxLength: 8 }), { maxLength: 8 }),
  )
  .map(([query, texts]) => [query.join(' '), documentsOf(texts.map((text) => text.join(' ')))])

/** A query and documents with words from different halves of the alphabet: they share nothing, whatever the stemmer. */
export const strangersSample: Arbitrary<readonly [query: string, documents: readonly Rankable[]]> = fc
  .tuple(
    fc.array(wordOf('abcdefghijklm'), { minLength: 1, maxLength: 4 }),
    fc.array(fc.array(wordOf('nopqrstuvwxz'), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 }),
  )
  .map(([query, texts]) => [query.join(' '), documentsOf(texts.map((text) => text.join(' ')))])
