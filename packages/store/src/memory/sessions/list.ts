import { checkList } from '../../check/check-request.ts'
import type { SessionStore } from '../../contract/session-store.ts'
import { idsAfter } from '../owners.ts'
import { infoOf, type SessionRecord } from './session-record.ts'
import type { SessionRecords } from './session-records.ts'

/** Lists the sessions of an owner by their ids. */
export function createList(records: SessionRecords): SessionStore['list'] {
  return async (scope, request) => {
    const kept = records.of(scope)
    const { after, limit } = checkList(request)
    const ids = idsAfter(kept.keys(), after)
    const sessions = ids.slice(0, limit).map((id) => infoOf(kept.get(id) as SessionRecord))
    return { sessions, more: ids.length > sessions.length }
  }
}
