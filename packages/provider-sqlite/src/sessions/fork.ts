import { checkRange, type SessionTransfer, sessionExists } from '@lamella/store'
import { invalid } from '../errors.ts'
import { createCopySession } from './copy-session.ts'
import { type Head, infoOf } from './heads.ts'
import { sessionKey } from './session-key.ts'
import { mustFind, type SessionParts } from './session-parts.ts'

/** Creates a session from the messages of another one before a position. */
export function createFork(parts: SessionParts): SessionTransfer['fork'] {
  const { access, heads, compactions, runs, blobs } = parts
  const copy = createCopySession(access.db, compactions)
  return async (scope, session, into, at) => {
    const [from, to] = [sessionKey(scope, session), sessionKey(scope, into, 'into')]
    if (at !== undefined) checkRange(at, at, 0)
    return access.write(() => {
      const head = mustFind(parts, from)
      if (heads.find(to.owner, to.sort)) throw sessionExists(into)
      const end = at ?? head.length
      if (end > head.length)
        throw invalid('at', `is ${end}, after the end of the session with its ${head.length} messages`)
      const id = copy(head, to, end)
      runs.copy(head.id, id)
      blobs.copy({ owner: head.owner, sort: from.sort }, { owner: head.owner, sort: to.sort })
      return infoOf(heads.byId(id) as Head)
    })
  }
}
