import { mustReach, type RawSessions, sessionExists } from '@lamella/store'
import { createCopySession } from './copy-session.ts'
import { type Head, infoOf, sessionKey } from './heads.ts'
import { mustFind, type SessionParts } from './session-parts.ts'

/** Creates a session from the messages of another one before a position. */
export function createFork(parts: SessionParts): NonNullable<RawSessions['transfer']>['fork'] {
  const { access, heads, compactions, runs, blobs } = parts
  const copy = createCopySession(access.db, compactions)
  return (owner, session, into, at) => {
    const [from, to] = [sessionKey(owner, session), sessionKey(owner, into)]
    return access.write(() => {
      const head = mustFind(parts, from)
      if (heads.find(to.owner, to.sort)) throw sessionExists(into)
      const end = at ?? head.length
      mustReach('at', end, head.length)
      const id = copy(head, to, end)
      runs.copy(head.id, id)
      blobs.copy({ owner: head.owner, sort: from.sort }, { owner: head.owner, sort: to.sort })
      return infoOf(heads.byId(id) as Head)
    })
  }
}
