import type { SessionStore } from '@lamella/store'
import type { StoreRule, StoreSuiteOptions } from '../stores/options.ts'

/** Methods that a session store may lack. */
export type SessionStoreCapability =
  | 'fork'
  | 'compact'
  | 'compactions'
  | 'readRun'
  | 'writeRun'
  | 'search'
  | 'export'
  | 'import'
  | 'erase'
  | 'verify'
  | 'close'

/** The options of `sessionStoreSuite`. */
export type SessionStoreSuiteOptions = StoreSuiteOptions<SessionStore, SessionStoreCapability>

export type SessionRule = StoreRule<SessionStore>
