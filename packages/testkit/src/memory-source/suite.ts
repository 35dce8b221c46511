import type { MemorySource } from '@lamella/core'
import { type ConformanceCase, casesOf, type Make, type Rule } from '../kit/rule.ts'
import type { SourceSuiteOptions } from '../sources/options.ts'
import { sharedSourceRules } from '../sources/shared-rules.ts'
import { entryRules } from './entry-rules.ts'
import { memorySourceKind } from './kind.ts'
import { revokedRules } from './revoked-rules.ts'

const rules: readonly Rule<MemorySource, SourceSuiteOptions>[] = [
  ...sharedSourceRules(memorySourceKind),
  ...entryRules,
  ...revokedRules,
]

/**
 * Conformance cases for a source of memories: the fields of an entry, unique and stable ids, any text as a query,
 * stable answers, answers for any scope, what is revoked. The quality of the results is for benchmarks.
 *
 * @throws never; a failing case rejects with a `ConformanceError`.
 * @example
 * import { it } from 'vitest'
 * for (const c of memorySourceSuite(() => memorySource(store))) it(c.name, c.run)
 */
export function memorySourceSuite(
  make: Make<MemorySource>,
  options: SourceSuiteOptions = {},
): readonly ConformanceCase[] {
  return casesOf(rules, make, options)
}
