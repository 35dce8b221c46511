import type { SessionStore } from '../../contract/session-store.ts'
import type { SessionRecord } from './session-record.ts'
import type { SessionRecords } from './session-records.ts'

/** Returns which state of a session's run is kept. A session that was deleted and created again has another number. */
export function createRunVersion(records: SessionRecords): Required<SessionStore>['runVersion'] {
  const numbers = new WeakMap<SessionRecord, number>()
  let last = 0
  return async (scope, session) => {
    const record = records.find(scope, session)
    if (record?.run === undefined) return undefined
    const number = numbers.get(record) ?? ++last
    numbers.set(record, number)
    return { version: record.run.version, series: String(number) }
  }
}
