import type { SessionStore } from '@lamella/core/store'
import type { StoreRule, StoreSuiteOptions } from '../stores/options.ts'

/** Methods that a session store may lack. */
export type SessionStoreCapability =
  | 'fork'
  | 'compact'
  | 'compactions'
  | 'search'
  | 'export'
  | 'import'
  | 'erase'
  | 'verify'
  | 'close'

/** What `sessionStoreSuite` can be told. */
export type SessionStoreSuiteOptions = StoreSuiteOptions<SessionStore, SessionStoreCapability>

export type SessionRule = StoreRule<SessionStore>
