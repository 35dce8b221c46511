import { checkChange, checkCompaction } from '../../check/check-request.ts'
import type { SessionStore } from '../../contract/session-store.ts'
import { addCompaction } from './session-record.ts'
import type { SessionRecords } from './session-records.ts'

/** Adds a text that replaces messages. */
export function createCompact(records: SessionRecords): Required<SessionStore>['compact'] {
  return async (scope, session, compaction, options) => {
    const record = records.mustFind(scope, session)
    return addCompaction(record, checkCompaction(compaction, record.messages.length), checkChange(options))
  }
}
