import { checkRange } from '../../check/check-request.ts'
import type { SessionStore } from '../../contract/session-store.ts'
import { newRecord, storedMessages } from './session-record.ts'
import type { SessionRecords } from './session-records.ts'

/** Reads messages by their positions. */
export function createRead(records: SessionRecords): SessionStore['read'] {
  return async (scope, session, start, end) => {
    const record = records.find(scope, session) ?? newRecord(session)
    const range = checkRange(start, end, record.messages.length)
    return storedMessages(record, range.start, range.end)
  }
}
