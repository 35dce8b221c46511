import { checkId } from '../../check/check.ts'
import type { SessionStore } from '../../contract/session-store.ts'
import type { SessionRecords } from './session-records.ts'

/** Deletes a session. */
export function createDelete(records: SessionRecords): SessionStore['delete'] {
  return async (scope, session) => records.delete(scope, checkId('session', session))
}
