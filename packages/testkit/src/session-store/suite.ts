import type { ConformanceCase, Make } from '../kit/rule.ts'
import { casesOf } from '../kit/rule.ts'
import { closing } from '../stores/closing.ts'
import { idRules } from '../stores/id-rules.ts'
import { listRules } from '../stores/list-rules.ts'
import { ownerRules } from '../stores/owner-rules.ts'
import { searchRules } from '../stores/search-rules.ts'
import { storeRules } from '../stores/store-rules.ts'
import { weighingRules } from '../stores/weighing-rules.ts'
import { adminRules } from './admin-rules.ts'
import { appendRules } from './append-rules.ts'
import { has, wholeRule } from './capability-rules.ts'
import { changeRules } from './change-rules.ts'
import { compactionRules } from './compaction-rules.ts'
import { exportRules } from './export-rules.ts'
import { forkRules } from './fork-rules.ts'
import { markRules } from './mark-rules.ts'
import { nativeRules } from './native-rules.ts'
import type { SessionRule, SessionStoreSuiteOptions, TestedSessionStore } from './options.ts'
import { readRules } from './read-rules.ts'
import { runAddRules } from './run-add-rules.ts'
import { runRules } from './run-rules.ts'
import { runSessionRules } from './run-session-rules.ts'
import { sessionSearchRules } from './search-rules.ts'
import { sessionShelf } from './shelf.ts'
import { stateRules } from './state-rules.ts'
import { timeRules } from './time-rules.ts'

const rules: readonly SessionRule[] = [
  ...appendRules,
  ...timeRules,
  ...markRules,
  ...changeRules,
  ...readRules,
  ...stateRules,
  ...idRules(sessionShelf),
  ...listRules(sessionShelf),
  ...ownerRules(sessionShelf),
  wholeRule,
  ...storeRules(sessionShelf).filter(({ code }) => code !== wholeRule.code),
  ...[has('runs'), ...runRules, ...runAddRules, ...runSessionRules],
  ...[has('compactions'), ...compactionRules, ...nativeRules],
  ...[has('transfer'), ...forkRules, ...exportRules],
  ...[has('admin'), ...adminRules],
  ...[has('search'), ...searchRules(sessionShelf), ...sessionSearchRules, ...weighingRules(sessionShelf)],
]

/**
 * Conformance cases for a session store: its six methods, and the capabilities that it has. `make` returns a new empty store on
 * each call; it is closed when its case is done.
 *
 * @throws never; a failing case rejects with a `ConformanceError`.
 * @example
 * import { it } from 'vitest'
 * for (const c of sessionStoreSuite(() => createSessionStore())) it(c.name, c.run)
 */
export function sessionStoreSuite(
  make: Make<TestedSessionStore>,
  options: SessionStoreSuiteOptions = {},
): readonly ConformanceCase[] {
  return casesOf(rules.map(closing), make, options)
}
