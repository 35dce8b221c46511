import type { Tokenizer } from '@lamella/core'
import { type ConformanceCase, casesOf, type Make } from '../kit/rule.ts'
import type { TokenizerSuiteOptions } from './growth-rules.ts'
import { tokenizerRules } from './rules.ts'

/**
 * Conformance cases for a tokenizer: 0 for '', whole numbers, stable counts, no throw on any text, roughly linear
 * growth. Does not check speed.
 *
 * @throws never; a failing case rejects with a `ConformanceError`.
 * @example
 * import { it } from 'vitest'
 * for (const c of tokenizerSuite(() => charTokenizer)) it(c.name, c.run)
 */
export function tokenizerSuite(make: Make<Tokenizer>, options: TokenizerSuiteOptions = {}): readonly ConformanceCase[] {
  return casesOf(tokenizerRules, make, options)
}
