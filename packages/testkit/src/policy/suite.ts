import type { TruncationPolicy } from '@lamella/core'
import { type ConformanceCase, casesOf, type Make, type SuiteOptions } from '../kit/rule.ts'
import { policyRules } from './rules.ts'

/**
 * Conformance cases for a truncation policy, on generated units: its steps lower every unpinned unit to dropped, rung
 * by rung, and depend only on the units.
 *
 * @throws never; a failing case rejects with a `ConformanceError`.
 * @example
 * import { it } from 'vitest'
 * for (const c of policySuite(() => newestFirst)) it(c.name, c.run)
 */
export function policySuite(make: Make<TruncationPolicy>, options: SuiteOptions = {}): readonly ConformanceCase[] {
  return casesOf(policyRules, make, options)
}
