import type { SessionStore } from '../../contract/session-store.ts'
import type { SessionRecords } from './session-records.ts'

/** Erases the sessions of a scope and of the narrower ones in it. */
export function createErase(records: SessionRecords): Required<SessionStore>['erase'] {
  return async (scope) => records.erase(scope)
}
