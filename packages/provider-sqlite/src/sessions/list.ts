import { checkList, ownerOf, type SessionStore } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import { infoOf } from './heads.ts'
import type { SessionParts } from './session-parts.ts'

/** Lists the sessions of an owner, sorted by id. */
export function createList({ access, heads }: SessionParts): SessionStore['list'] {
  return async (scope, request) => {
    const owner = ownerOf(scope)
    const { after, limit } = checkList(request)
    const most = limit === Number.POSITIVE_INFINITY ? -1 : limit + 1
    const found = await access.read(() => heads.list(owner, sortKey(after ?? ''), most))
    const more = found.length > limit
    return { sessions: (more ? found.slice(0, -1) : found).map(infoOf), more }
  }
}
