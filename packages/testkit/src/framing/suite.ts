import type { Framing } from '@lamella/core'
import { type ConformanceCase, casesOf, type Make, type SuiteOptions } from '../kit/rule.ts'
import { framingRules } from './rules.ts'

/**
 * Conformance cases of a framing: whole numbers of tokens, images whose size is not known counted high, the same number always,
 * no throw on any image, part or parameters. Whether the numbers are the provider's is for your own test.
 *
 * @throws never itself; a case that fails rejects with a `ConformanceError`.
 * @example
 * import { it } from 'vitest'
 * for (const c of framingSuite(() => defaultFraming)) it(c.name, c.run)
 */
export function framingSuite(make: Make<Framing>, options: SuiteOptions = {}): readonly ConformanceCase[] {
  return casesOf(framingRules, make, options)
}
