import type { MemorySource } from '@lamella/core'
import { type ConformanceCase, casesOf, type Make, type Rule } from '../kit/rule.ts'
import type { SourceSuiteOptions } from '../sources/options.ts'
import { sharedSourceRules } from '../sources/shared-rules.ts'
import { entryRules } from './entry-rules.ts'
import { memorySourceKind } from './kind.ts'

const rules: readonly Rule<MemorySource, SourceSuiteOptions>[] = [...sharedSourceRules(memorySourceKind), ...entryRules]

/**
 * Conformance cases of a source of memories: what an entry has, ids that differ and last, any text for a query, the same entries
 * next time, an answer to any scope. What a query finds is for benchmarks.
 *
 * @throws never itself; a case that fails rejects with a `ConformanceError`.
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
