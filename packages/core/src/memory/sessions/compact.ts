import type { SessionStore } from '../../contract/session-store.ts'
import { checkChange, checkCompaction } from '../../store/check/check-request.ts'
import { addCompaction } from './session-record.ts'
import type { SessionRecords } from './session-records.ts'

/** Adds a text that replaces messages. */
export function createCompact(records: SessionRecords): Required<SessionStore>['compact'] {
  return async (scope, session, compaction, options) => {
    const record = records.mustFind(scope, session)
    return addCompaction(record, checkCompaction(compaction, record.messages.length), checkChange(options))
  }
}
