import { checkRunChange, nextRunVersion } from '../../check/check-run-change.ts'
import type { SessionStore } from '../../contract/session-store.ts'
import { newRecord } from './session-record.ts'
import type { SessionRecords } from './session-records.ts'

/** Replaces the state of a session's run. Creates an empty session at revision 1 if it does not exist. */
export function createWriteRun(records: SessionRecords): Required<SessionStore>['writeRun'] {
  return async (scope, session, run, expectedVersion, options) => {
    const found = records.find(scope, session)
    const change = checkRunChange(run, expectedVersion, options)
    const version = nextRunVersion(session, change, found?.run?.version ?? 0)
    const record = found ?? { ...newRecord(session), revision: 1 }
    record.run = { texts: [...((change.adds && found?.run?.texts) || []), change.text], version }
    records.set(scope, session, record)
    return version
  }
}
