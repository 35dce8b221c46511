import type { SessionStore } from '@lamella/store'
import type { ConformanceCase, Make } from '../kit/rule.ts'
import { casesOf } from '../kit/rule.ts'
import { closing } from '../stores/closing.ts'
import { idRules } from '../stores/id-rules.ts'
import { listRules } from '../stores/list-rules.ts'
import { ownerRules } from '../stores/owner-rules.ts'
import { searchRules } from '../stores/search-rules.ts'
import { storeRules } from '../stores/store-rules.ts'
import { weighingRules } from '../stores/weighing-rules.ts'
import { appendRules } from './append-rules.ts'
import { changeRules } from './change-rules.ts'
import { compactionRules } from './compaction-rules.ts'
import { exportRules } from './export-rules.ts'
import { forkRules } from './fork-rules.ts'
import { markRules } from './mark-rules.ts'
import { nativeRules } from './native-rules.ts'
import type { SessionRule, SessionStoreSuiteOptions } from './options.ts'
import { readRules } from './read-rules.ts'
import { runRules } from './run-rules.ts'
import { runSessionRules } from './run-session-rules.ts'
import { sessionShelf } from './shelf.ts'
import { stateRules } from './state-rules.ts'
import { timeRules } from './time-rules.ts'

const rules: readonly SessionRule[] = [
  ...appendRules,
  ...timeRules,
  ...markRules,
  ...changeRules,
  ...readRules,
  ...forkRules,
  ...compactionRules,
  ...nativeRules,
  ...runRules,
  ...runSessionRules,
  ...exportRules,
  ...stateRules,
  ...idRules(sessionShelf),
  ...listRules(sessionShelf),
  ...ownerRules(sessionShelf),
  ...searchRules(sessionShelf),
  ...weighingRules(sessionShelf),
  ...storeRules(sessionShelf),
]

/**
 * Conformance cases for a session store. `make` returns a new empty store on each call; it is closed when its case is
 * done. Optional methods are tested if they exist.
 *
 * @throws never; a failing case rejects with a `ConformanceError`.
 * @example
 * import { it } from 'vitest'
 * for (const c of sessionStoreSuite(() => createSessionStore())) it(c.name, c.run)
 */
export function sessionStoreSuite(
  make: Make<SessionStore>,
  options: SessionStoreSuiteOptions = {},
): readonly ConformanceCase[] {
  return casesOf(rules.map(closing), make, options)
}
