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

const erase = sessionShelf.rules.erase
const capabilities = sessionShelf.rules.capabilities
const owned = ownerRules(sessionShelf)

/**
 * Conformance cases for a session store: its six methods, and what they share with the capabilities that the store has. Each
 * capability has a suite of its own. `make` returns a new empty store on each call; it is closed when its case is done.
 *
 * @throws never; a failing case rejects with a `ConformanceError`.
 * @example
 * import { it } from 'vitest'
 * for (const c of sessionStoreSuite(() => createSessionStore())) it(c.name, c.run)
 */
export const sessionStoreSuite: SessionSuite = suiteOf([
  ...appendRules,
  ...timeRules,
  ...markRules,
  ...changeRules,
  ...readRules,
  ...stateRules,
  ...idRules(sessionShelf),
  ...listRules(sessionShelf),
  ...owned.filter(({ code }) => code !== erase.code),
  wholeRule,
  ...storeRules(sessionShelf).filter(({ code }) => code !== capabilities.code),
])

/**
 * Conformance cases for `runs` of a session store.
 *
 * @throws never; a failing case rejects with a `ConformanceError`.
 */
export const sessionRunsSuite: SessionSuite = suiteOf([has('runs'), ...runRules, ...runAddRules, ...runSessionRules])

/**
 * Conformance cases for `compactions` of a session store.
 *
 * @throws never; a failing case rejects with a `ConformanceError`.
 */
export const sessionCompactionsSuite: SessionSuite = suiteOf([has('compactions'), ...compactionRules, ...nativeRules])

/**
 * Conformance cases for `transfer` of a session store: forks, exports, imports.
 *
 * @throws never; a failing case rejects with a `ConformanceError`.
 */
export const sessionTransferSuite: SessionSuite = suiteOf([has('transfer'), ...forkRules, ...exportRules])

/**
 * Conformance cases for `admin` of a session store: erasing a scope, and checks for lost data.
 *
 * @throws never; a failing case rejects with a `ConformanceError`.
 */
export const sessionAdminSuite: SessionSuite = suiteOf([
  has('admin'),
  ...owned.filter(({ code }) => code === erase.code),
  ...adminRules,
])

/**
 * Conformance cases for `search` of a session store.
 *
 * @throws never; a failing case rejects with a `ConformanceError`.
 */
export const sessionSearchSuite: SessionSuite = suiteOf([
  has('search'),
  ...searchRules(sessionShelf),
  ...sessionSearchRules,
  ...weighingRules(sessionShelf),
])

/** A suite for session stores. */
export type SessionSuite = (
  make: Make<TestedSessionStore>,
  options?: SessionStoreSuiteOptions,
) => readonly ConformanceCase[]

function suiteOf(rules: readonly SessionRule[]): SessionSuite {
  return (make, options = {}) => casesOf(rules.map(closing), make, options)
}
