import type { TruncationPolicy } from '@lamella/core'
import { type ConformanceCase, casesOf, type Make, type SuiteOptions } from '../kit/rule.ts'
import { policyRules } from './rules.ts'

/**
 * Conformance cases of a truncation policy, on generated units: its steps take every unit that is not pinned down to
 * dropped, rung by rung, and depend on nothing but the units.
 *
 * @throws never itself; a case that fails rejects with a `ConformanceError`.
 * @example
 * import { it } from 'vitest'
 * for (const c of policySuite(() => newestFirst)) it(c.name, c.run)
 */
export function policySuite(make: Make<TruncationPolicy>, options: SuiteOptions = {}): readonly ConformanceCase[] {
  return casesOf(policyRules, make, options)
}
