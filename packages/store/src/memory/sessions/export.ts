import type { SessionStore } from '../../contract/session-store.ts'
import { writeSessionLines } from '../../lines/session-lines.ts'
import { partsOf } from './exported-record.ts'
import type { SessionRecords } from './session-records.ts'

/** Writes a session as lines. */
export function createExport(records: SessionRecords): Required<SessionStore>['export'] {
  return async function* (scope, session) {
    yield* writeSessionLines(partsOf(records.mustFind(scope, session)))
  }
}
