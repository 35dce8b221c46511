import { checkChange, checkCompaction, type SessionCompactions } from '@lamella/store'
import { sessionKey } from './session-key.ts'
import { mustFind, type SessionParts } from './session-parts.ts'

/** Adds a summary that replaces messages. */
export function createCompact(parts: SessionParts): SessionCompactions['add'] {
  const { access, compactions } = parts
  return async (scope, session, compaction, options) => {
    const key = sessionKey(scope, session)
    const change = checkChange(options)
    return access.write(() => {
      const head = mustFind(parts, key)
      return compactions.add(head, checkCompaction(compaction, head.length), change)
    })
  }
}

/** Lists the compactions of a session, oldest first. */
export function createCompactions(parts: SessionParts): SessionCompactions['list'] {
  const { access, heads, compactions } = parts
  return async (scope, session) => {
    const { owner, sort } = sessionKey(scope, session)
    return access.read(() => {
      const head = heads.stand(owner, sort)
      return head ? compactions.list(head.id) : []
    })
  }
}
