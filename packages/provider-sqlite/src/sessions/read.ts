import { LamellaError } from '@lamella/core'
import { checkRange, type SessionStore } from '@lamella/store'
import { sessionKey } from './session-key.ts'
import type { SessionParts } from './session-parts.ts'

/** Reads messages by position. */
export function createRead({ access, heads, messages }: SessionParts): SessionStore['read'] {
  return async (scope, session, start, end) => {
    const { owner, sort } = sessionKey(scope, session)
    checkRange(start, end, 0)
    return access.read(() => {
      const head = heads.stand(owner, sort)
      if (!head) return []
      const range = checkRange(start, end, head.length)
      const found = messages.range(head.id, range.start, range.end)
      const [lost] = found.damaged
      if (lost !== undefined) throw damaged(session, lost)
      return found.messages
    })
  }
}

function damaged(session: string, position: number): LamellaError<'SESSION_DAMAGED'> {
  return new LamellaError({
    code: 'SESSION_DAMAGED',
    what: `Message ${position} of session ${JSON.stringify(session)} is no longer valid JSON.`,
    fix: 'Restore a backup, or read the other messages with page(), which leaves it out.',
    details: { session },
  })
}
