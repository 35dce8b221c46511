import type { MemoryStore } from '@lamella/store'
import type { ConformanceCase, Make } from '../kit/rule.ts'
import { casesOf } from '../kit/rule.ts'
import { closing } from '../stores/closing.ts'
import { sharedRules } from '../stores/shared-rules.ts'
import { filterRules } from './filter-rules.ts'
import type { MemoryRule, MemoryStoreSuiteOptions } from './options.ts'
import { putRules } from './put-rules.ts'
import { restoreRules } from './restore-rules.ts'
import { memoryShelf } from './shelf.ts'
import { memoryStateRules } from './state-rules.ts'

const rules: readonly MemoryRule[] = [
  ...putRules,
  ...restoreRules,
  ...filterRules,
  ...memoryStateRules,
  ...sharedRules(memoryShelf),
]

/**
 * Conformance cases for a memory store. `make` returns a new empty store on each call; it is closed when its case is
 * done. Optional methods are tested if they exist.
 *
 * @throws never; a failing case rejects with a `ConformanceError`.
 * @example
 * import { it } from 'vitest'
 * for (const c of memoryStoreSuite(() => createMemoryStore())) it(c.name, c.run)
 */
export function memoryStoreSuite(
  make: Make<MemoryStore>,
  options: MemoryStoreSuiteOptions = {},
): readonly ConformanceCase[] {
  return casesOf(rules.map(closing), make, options)
}
