import { invalid } from '../../check/check.ts'
import { whole } from '../../check/check-request.ts'
import { sessionExists } from '../../check/store-errors.ts'
import type { SessionStore } from '../../contract/session-store.ts'
import { forkOf, infoOf } from './session-record.ts'
import type { SessionRecords } from './session-records.ts'

/** Creates a session from the messages of another one before a position. */
export function createFork(records: SessionRecords): Required<SessionStore>['fork'] {
  return async (scope, session, into, at) => {
    const from = records.mustFind(scope, session)
    if (records.find(scope, into)) throw sessionExists(into)
    const { length } = from.messages
    const end = at === undefined ? length : whole('at', at, 0)
    if (end > length) throw invalid('at', `is ${end}, past the ${length} messages of the session`)
    const fork = forkOf(from, into, end)
    records.set(scope, into, fork)
    return infoOf(fork)
  }
}
