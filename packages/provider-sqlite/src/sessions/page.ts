import type { Notice } from '@lamella/core'
import type { RawSessions } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import { notice } from '../notices.ts'
import type { SessionParts } from './session-parts.ts'

/** Reads from the end of a session, up to a number of messages and a size. Damaged messages are left out. */
export function createPage({ access, heads, messages }: SessionParts): RawSessions['page'] {
  return (owner, session, limits) =>
    access.read(() => {
      const head = heads.stand(owner, sortKey(session))
      if (!head) return { messages: [], start: 0, revision: 0, length: 0, notices: [] }
      const before = Math.min(limits.before, head.length)
      const start = messages.startOfPage(head.id, before, limits.messages, limits.size)
      const { messages: read, damaged } = messages.range(head.id, start, before)
      const notices = damaged.map((position) => unreadable(session, position))
      return { messages: read, start, revision: head.revision, length: head.length, notices }
    })
}

function unreadable(session: string, position: number): Notice {
  return notice('MESSAGE_UNREADABLE', `Message ${position} is no longer valid JSON and was left out.`, session)
}
