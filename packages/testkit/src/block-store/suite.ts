import type { ConformanceCase, Make } from '../kit/rule.ts'
import { casesOf } from '../kit/rule.ts'
import { closing } from '../stores/closing.ts'
import { sharedRules } from '../stores/shared-rules.ts'
import { appendRules } from './append-rules.ts'
import { changeRules } from './change-rules.ts'
import { compactRules } from './compact-rules.ts'
import { createRules } from './create-rules.ts'
import { filterRules } from './filter-rules.ts'
import { labelRules } from './label-rules.ts'
import type { BlockRule, BlockStoreSuiteOptions, TestedBlockStore } from './options.ts'
import { parallelRules } from './parallel-rules.ts'
import { shareAccessRules } from './share-access-rules.ts'
import { shareRules } from './share-rules.ts'
import { blockShelf } from './shelf.ts'
import { blockStateRules } from './state-rules.ts'

const rules: readonly BlockRule[] = [
  ...createRules,
  ...labelRules,
  ...appendRules,
  ...parallelRules,
  ...compactRules,
  ...changeRules,
  ...filterRules,
  ...blockStateRules,
  ...shareRules,
  ...shareAccessRules,
  ...sharedRules(blockShelf),
]

/**
 * Conformance cases for a block store. `make` returns a new empty store on each call; it is closed when its case is
 * done. Optional methods, and those of `BlockSharing`, are tested if they exist.
 *
 * @throws never; a failing case rejects with a `ConformanceError`.
 * @example
 * import { it } from 'vitest'
 * for (const c of blockStoreSuite(() => createBlockStore())) it(c.name, c.run)
 */
export function blockStoreSuite(
  make: Make<TestedBlockStore>,
  options: BlockStoreSuiteOptions = {},
): readonly ConformanceCase[] {
  return casesOf(rules.map(closing), make, options)
}
