import type { SessionStore } from '@lamella/store'
import type { StoreRule, StoreSuiteOptions } from '../stores/options.ts'

/**
 * The subject of the suites for sessions: a store, which is closed after each case if it can be. A store of a database gets
 * the `close` of that database.
 */
export interface TestedSessionStore extends SessionStore {
  /** Closes what the store was opened with. Safe to call twice. */
  close?(): Promise<void>
}

/** The options of the suites for sessions. */
export type SessionStoreSuiteOptions = Omit<StoreSuiteOptions<TestedSessionStore, never>, 'has'>

export type SessionRule = StoreRule<TestedSessionStore>
