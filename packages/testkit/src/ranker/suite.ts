import type { Ranker } from '@lamella/core'
import type { Rankable } from '@lamella/core/plugin'
import { deepFreeze } from '../kit/deep-freeze.ts'
import { mustEqual, mustMatch } from '../kit/must-equal.ts'
import { type ConformanceCase, casesOf, type Make, type Rule } from '../kit/rule.ts'
import { canonical } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { hostileTexts } from '../samples/texts.ts'
import { type RankerSuiteOptions, relevanceRules } from './relevance-rules.ts'
import { documentsOf, querySample, rareWordSamples } from './samples.ts'

type RankerRule = Rule<Ranker, RankerSuiteOptions>

// Created again for each case: a ranker that changes its documents must not affect the other cases.
type Sample = readonly [query: string, documents: readonly Rankable[]]
const ordinary = (): readonly Sample[] =>
  rareWordSamples.map(({ query, answer, others }) => [query, documentsOf([answer, ...others])])
const hostile = (): readonly Rankable[] => documentsOf(hostileTexts)
const empty = (): readonly Rankable[] => documentsOf(['', '', ''])
const oneScoreEach = 'Returns one score per document, in the order given; higher is better, 0 is no match.'

/** The contract of `Ranker`, one rule per line. */
const rules: readonly RankerRule[] = [
  {
    code: 'RANKER_FIELDS',
    name: 'has a name and a rank method',
    contract: ['Ranker', 'Scores documents against a query.'],
    check: (ranker, { fail }) => {
      if (typeof ranker.name !== 'string' || ranker.name === '') fail('a name that is not empty', show(ranker.name))
      if (typeof ranker.rank !== 'function') fail('a method rank', show(ranker.rank))
    },
  },
  {
    code: 'RANKER_ONE_SCORE_EACH',
    name: 'returns one score per document, including for empty, equal and no documents',
    contract: ['Ranker.rank', oneScoreEach],
    check: (ranker, { fail, forAll }) => {
      const check = ([query, documents]: Sample): void => {
        const scores = ranker.rank(query, documents)
        if (!Array.isArray(scores)) fail('a list of scores', show(scores))
        if (scores.length !== documents.length) {
          fail(`${documents.length} scores`, `${scores.length} for ${show(query)} against ${show(documents)}`)
        }
      }
      check(['launch', []])
      check(['', empty()])
      check(['launch', empty()])
      forAll(querySample, check)
    },
  },
  {
    code: 'RANKER_FINITE',
    name: 'returns finite, non-negative scores for any text',
    contract: ['Ranker.rank', 'Finite, never negative.'],
    check: (ranker, { fail, forAll }) => {
      const check = ([query, documents]: Sample): void => {
        const wrong = scoresOrNone(ranker, query, documents).find((score) => !Number.isFinite(score) || score < 0)
        if (wrong !== undefined) {
          fail('finite scores, 0 or more', `${show(wrong)} for ${show(query)} against ${show(documents)}`)
        }
      }
      check(['', empty()])
      check(['launch', empty()])
      for (const query of hostileTexts) check([query, hostile()])
      forAll(querySample, check)
    },
  },
  {
    code: 'RANKER_NEVER_THROWS',
    name: 'ranks empty and hostile texts without throwing',
    contract: ['Ranker.rank', oneScoreEach],
    check: (ranker, { fail }) => {
      for (const query of ['', 'launch', ...hostileTexts]) {
        for (const documents of [[], empty(), hostile()]) {
          try {
            ranker.rank(query, documents)
          } catch (error) {
            fail(
              'scores for any text',
              `a throw for ${show(query)} against ${documents.length} documents: ${show(error)}`,
            )
          }
        }
      }
    },
  },
  {
    code: 'RANKER_DETERMINISTIC',
    name: 'returns equal scores for equal input, regardless of earlier calls, in every instance',
    contract: ['Ranker.rank', 'Deterministic: equal input gives equal scores.'],
    check: async (ranker, bench) => {
      const first = ordinary().map(([query, documents]) => ranker.rank(query, documents))
      const again = ordinary().map(([query, documents]) => ranker.rank(query, documents))
      const other = await bench.another()
      const backwards = ordinary().toReversed()
      const elsewhere = backwards.map(([query, documents]) => other.rank(query, documents)).toReversed()
      for (const scores of [again, elsewhere]) {
        mustEqual(bench, scores, first, `the first scores, ${show(first)}`)
      }
    },
  },
  {
    code: 'RANKER_PURE',
    name: 'does not mutate the documents',
    contract: ['G9 pure', 'nothing passed in is mutated'],
    check: (ranker, bench) => {
      for (const [query, documents] of ordinary()) {
        const before = canonical(documents)
        ranker.rank(query, documents)
        mustMatch(bench, canonical(documents), before, 'the documents unchanged')
        // Only frozen documents reveal a change that is undone.
        ranker.rank(query, deepFreeze(documents))
      }
    },
  },
  ...relevanceRules,
]

/**
 * Conformance cases for a ranker: one finite score per document, independent of its position, 0 for no match, and the
 * document with the rare word first. The quality of the ranking beyond that is for benchmarks.
 *
 * @throws never; a failing case rejects with a `ConformanceError`.
 * @example
 * import { it } from 'vitest'
 * for (const c of rankerSuite(() => bm25())) it(c.name, c.run)
 */
export function rankerSuite(make: Make<Ranker>, options: RankerSuiteOptions = {}): readonly ConformanceCase[] {
  return casesOf(rules, make, options)
}

/** Rules about numbers leave errors to the rule about throwing, so that one fault fails one case. */
function scoresOrNone(ranker: Ranker, ...input: Parameters<Ranker['rank']>): readonly number[] {
  try {
    return ranker.rank(...input)
  } catch {
    return []
  }
}
