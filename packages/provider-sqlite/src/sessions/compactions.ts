import { mustReach, type RawSessions } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import { sessionKey } from './heads.ts'
import { mustFind, type SessionParts } from './session-parts.ts'

type Compactions = NonNullable<RawSessions['compactions']>

/** Adds a summary that replaces messages. */
export function createCompact(parts: SessionParts): Compactions['add'] {
  const { access, compactions } = parts
  return (owner, session, compaction, change) =>
    access.write(() => {
      const head = mustFind(parts, sessionKey(owner, session))
      mustReach('compaction.end', compaction.end, head.length)
      return compactions.add(head, compaction, change)
    })
}

/** Lists the compactions of a session, oldest first. */
export function createCompactions(parts: SessionParts): Compactions['list'] {
  const { access, heads, compactions } = parts
  return (owner, session) =>
    access.read(() => {
      const head = heads.stand(owner, sortKey(session))
      return head ? compactions.list(head.id) : []
    })
}
