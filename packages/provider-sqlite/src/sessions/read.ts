import { LamellaError } from '@lamella/core'
import type { RawSessions } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import type { SessionParts } from './session-parts.ts'

/** Reads messages by position. */
export function createRead({ access, heads, messages }: SessionParts): RawSessions['read'] {
  return (owner, session, start, end) =>
    access.read(() => {
      const head = heads.stand(owner, sortKey(session))
      if (!head) return []
      const found = messages.range(head.id, start, Math.min(end, head.length))
      const [lost] = found.damaged
      if (lost !== undefined) throw damaged(session, lost)
      return found.messages
    })
}

function damaged(session: string, position: number): LamellaError<'SESSION_DAMAGED'> {
  return new LamellaError({
    code: 'SESSION_DAMAGED',
    what: `Message ${position} of session ${JSON.stringify(session)} is no longer valid JSON.`,
    fix: 'Restore a backup, or read the other messages with page(), which leaves it out.',
    details: { session },
  })
}
