import { checkCompactable } from '@lamella/compaction'
import type { SessionStore } from '@lamella/store'
import { isSessionStore } from '../assembly/conversation.ts'
import type { AssemblerDependencies } from '../contract/dependencies.ts'

/**
 * Checks that sessions can be compacted, and returns their store.
 *
 * @throws LamellaError `COMPACTION_UNSUPPORTED`
 */
export function mustCompact({
  sessionStore,
  compaction,
  summarize,
}: Pick<AssemblerDependencies, 'sessionStore' | 'compaction' | 'summarize'>): SessionStore {
  const store = isSessionStore(sessionStore) ? sessionStore : undefined
  return checkCompactable({ store, compaction, summarize }).store
}
