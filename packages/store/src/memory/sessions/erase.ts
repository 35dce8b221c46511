import type { SessionStore } from '../../contract/session-store.ts'
import type { SessionRecords } from './session-records.ts'

/** Erases the sessions of a scope and of narrower scopes. */
export function createErase(records: SessionRecords): Required<SessionStore>['erase'] {
  return async (scope) => records.erase(scope)
}
