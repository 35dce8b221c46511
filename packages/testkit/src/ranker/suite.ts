import type { Ranker } from '@lamella/core'
import { type ConformanceCase, casesOf, type Make } from '../kit/rule.ts'
import type { RankerSuiteOptions } from './relevance-rules.ts'
import { rankerRules } from './rules.ts'

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
  return casesOf(rankerRules, make, options)
}
