import type { SessionStore } from '../../contract/session-store.ts'
import { runText } from '../../store/check/check.ts'
import { checkChange } from '../../store/check/check-request.ts'
import { newRecord, replaceRun } from './session-record.ts'
import type { SessionRecords } from './session-records.ts'

/** Replaces the state of a session's run. Creates the session if it does not exist. */
export function createWriteRun(records: SessionRecords): Required<SessionStore>['writeRun'] {
  return async (scope, session, run, options) => {
    const record = records.find(scope, session) ?? newRecord(session)
    const revision = replaceRun(record, runText(run), checkChange(options))
    records.set(scope, session, record)
    return revision
  }
}
