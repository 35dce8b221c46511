import type { SessionStore } from '../../contract/session-store.ts'
import { infoOf } from './session-record.ts'
import type { SessionRecords } from './session-records.ts'

/** Returns the metadata of a session. */
export function createInfo(records: SessionRecords): SessionStore['info'] {
  return async (scope, session) => {
    const record = records.find(scope, session)
    return record && infoOf(record)
  }
}
