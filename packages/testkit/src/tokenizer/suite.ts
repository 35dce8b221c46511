import type { Tokenizer } from '@lamella/core'
import { type ConformanceCase, casesOf, type Make } from '../kit/rule.ts'
import type { TokenizerSuiteOptions } from './growth-rules.ts'
import { tokenizerRules } from './rules.ts'

/**
 * Conformance cases of a tokenizer: 0 for '', whole numbers, the same number always, no throw on any text, about linear
 * growth. Speed is not looked at.
 *
 * @throws never itself; a case that fails rejects with a `ConformanceError`.
 * @example
 * import { it } from 'vitest'
 * for (const c of tokenizerSuite(() => charTokenizer)) it(c.name, c.run)
 */
export function tokenizerSuite(make: Make<Tokenizer>, options: TokenizerSuiteOptions = {}): readonly ConformanceCase[] {
  return casesOf(tokenizerRules, make, options)
}
