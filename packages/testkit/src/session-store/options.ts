import type { SessionStore } from '@lamella/store'
import type { StoreRule, StoreSuiteOptions } from '../stores/options.ts'

/** What a session store may lack. */
export type SessionStoreCapability = 'runs' | 'compactions' | 'transfer' | 'admin' | 'search'

/**
 * The subject of the suite for sessions: a store, which is closed after each case if it can be. A store of a database gets
 * the `close` of that database.
 */
export interface TestedSessionStore extends SessionStore {
  /** Closes what the store was opened with. Safe to call twice. */
  close?(): Promise<void>
}

/** The options of `sessionStoreSuite`. */
export type SessionStoreSuiteOptions = StoreSuiteOptions<TestedSessionStore, SessionStoreCapability>

export type SessionRule = StoreRule<TestedSessionStore>
