import type { SessionStore } from '../../contract/session-store.ts'
import { storedRun } from '../../check/check-run-change.ts'
import type { SessionRecords } from './session-records.ts'

/** Returns the state of a session's run, parsed again on every call. */
export function createReadRun(records: SessionRecords): Required<SessionStore>['readRun'] {
  return async (scope, session) => {
    const run = records.find(scope, session)?.run
    return run && storedRun(run.texts, run.version)
  }
}
