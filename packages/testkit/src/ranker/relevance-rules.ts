import type { Ranker } from '@lamella/core'
import type { Rankable } from '@lamella/core/plugin'
import * as fc from 'fast-check'
import type { Rule, SuiteOptions } from '../kit/rule.ts'
import { show } from '../kit/show.ts'
import { documentsOf, querySample, rareWordSamples, strangersSample } from './samples.ts'

/** The options of `rankerSuite`. */
export interface RankerSuiteOptions extends SuiteOptions {
  /**
   * `true` for a ranker that compares meanings, not words: no text is completely different, so no score has to be 0.
   * Default `false`.
   */
  readonly semantic?: boolean
}

const oneScoreEach = 'Returns one score per document, in the order given; higher is better, 0 is no match.'
/** Sums in another order may differ in the last bits. */
const tolerance = 1e-9

/** Rules for the meaning of scores: which is higher, and which is 0. */
export const relevanceRules: readonly Rule<Ranker, RankerSuiteOptions>[] = [
  {
    code: 'RANKER_ORDER',
    name: 'scores a document the same at any position',
    contract: ['Ranker.rank', oneScoreEach],
    check: (ranker, { fail, forAll }) => {
      const shuffled = querySample.chain(([query, documents]) =>
        fc.tuple(fc.constant(query), fc.constant(documents), shuffle(documents)),
      )
      forAll(shuffled, ([query, documents, other]) => {
        const scores = ranker.rank(query, documents)
        const scoreOf = new Map(documents.map(({ id }, i) => [id, scores[i] ?? 0]))
        ranker.rank(query, other).forEach((score, i) => {
          const before = scoreOf.get(other[i]?.id ?? '') ?? 0
          if (Math.abs(score - before) > tolerance * Math.max(1, before)) {
            fail(`${before} for ${show(other[i])}, as in another order`, `${score} among ${show(other)}`)
          }
        })
      })
    },
  },
  {
    code: 'RANKER_NO_MATCH',
    name: 'scores 0 for a document that shares no words with the query (word rankers only)',
    contract: ['Ranker.rank', oneScoreEach],
    check: (ranker, { fail, skip, forAll, options: { semantic = false } }) => {
      if (semantic) return skip('the option semantic is true')
      const check = ([query, documents]: readonly [string, readonly Rankable[]]): void => {
        ranker.rank(query, documents).forEach((score, i) => {
          if (score > 0) fail(`0 for ${show(documents[i]?.text)}`, `${score} for ${show(query)}`)
        })
      }
      for (const { answer, others } of rareWordSamples) check(['', documentsOf([answer, ...others])])
      forAll(strangersSample, check)
    },
  },
  {
    code: 'RANKER_RARE_WORD',
    name: "ranks a document with the query's rare word above those without it",
    contract: ['Ranker.rank', oneScoreEach],
    check: (ranker, { fail }) => {
      for (const { query, answer, others } of rareWordSamples) {
        const [score = 0, ...scores] = ranker.rank(query, documentsOf([answer, ...others]))
        const best = Math.max(...scores)
        if (score <= best) {
          fail(`${show(answer)} above ${show(others[scores.indexOf(best)])}`, `${score} and ${best} for ${show(query)}`)
        }
      }
    },
  },
]

function shuffle(documents: readonly Rankable[]): fc.Arbitrary<readonly Rankable[]> {
  return fc.shuffledSubarray([...documents], { minLength: documents.length, maxLength: documents.length })
}
