import { type ConformanceCase, casesOf, type Make, type SuiteOptions } from '../kit/rule.ts'
import { formatRules } from './rules.ts'
import type { FormatSubject } from './subject.ts'

/**
 * Conformance cases for a wire format made with `defineFormat` of `@lamella/wire/kit`: valid requests from any history,
 * no loss without a row, complete call and result pairs, a round trip, the same bytes each time.
 *
 * @throws never; a failing case rejects with a `ConformanceError`.
 * @example
 * import { it } from 'vitest'
 * for (const c of formatSuite(() => openaiChat)) it(c.name, c.run)
 */
export function formatSuite(make: Make<FormatSubject>, options: SuiteOptions = {}): readonly ConformanceCase[] {
  return casesOf(formatRules, make, options)
}
