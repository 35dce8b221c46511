import type { SessionStore } from '../../contract/session-store.ts'
import { copyOf } from './session-record.ts'
import type { SessionRecords } from './session-records.ts'

/** Lists the compactions of a session, oldest first. */
export function createCompactions(records: SessionRecords): Required<SessionStore>['compactions'] {
  return async (scope, session) => (records.find(scope, session)?.compactions ?? []).map(copyOf)
}
