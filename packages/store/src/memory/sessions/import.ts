import { checkImport } from '../../check/check-request.ts'
import { sessionExists } from '../../check/store-errors.ts'
import type { SessionStore } from '../../contract/session-store.ts'
import { readSessionLines } from '../../lines/read-session-lines.ts'
import { importedRecord } from './exported-record.ts'
import { infoOf } from './session-record.ts'
import type { SessionRecords } from './session-records.ts'

/** Creates a session from exported lines. */
export function createImport(records: SessionRecords): Required<SessionStore>['import'] {
  return async (scope, lines, options) => {
    records.of(scope)
    const given = checkImport(options)
    const exported = await readSessionLines(lines)
    const id = given ?? exported.info.id
    // Checked after reading, since the session may have been created meanwhile.
    if (records.find(scope, id)) throw sessionExists(id)
    const record = importedRecord(id, exported)
    records.set(scope, id, record)
    return infoOf(record)
  }
}
