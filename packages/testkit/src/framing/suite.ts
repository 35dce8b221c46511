import type { Framing } from '@lamella/core'
import { type ConformanceCase, casesOf, type Make, type SuiteOptions } from '../kit/rule.ts'
import { framingRules } from './rules.ts'

/**
 * Conformance cases for a framing: whole numbers of tokens, high counts for images of unknown size, stable numbers, no
 * throw on any image, part or parameters. Test yourself whether the numbers match the provider's.
 *
 * @throws never; a failing case rejects with a `ConformanceError`.
 * @example
 * import { it } from 'vitest'
 * for (const c of framingSuite(() => defaultFraming)) it(c.name, c.run)
 */
export function framingSuite(make: Make<Framing>, options: SuiteOptions = {}): readonly ConformanceCase[] {
  return casesOf(framingRules, make, options)
}
