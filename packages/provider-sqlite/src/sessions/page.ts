import type { Notice } from '@lamella/core'
import { checkPage, type SessionStore } from '@lamella/store'
import { notice } from '../notices.ts'
import { sessionKey } from './session-key.ts'
import type { SessionParts } from './session-parts.ts'

/** Reads from the end of a session, up to a number of messages and a size. Damaged messages are left out. */
export function createPage({ access, heads, messages }: SessionParts): SessionStore['page'] {
  return async (scope, session, request) => {
    const { owner, sort } = sessionKey(scope, session)
    const limits = checkPage(request)
    return access.read(() => {
      const head = heads.stand(owner, sort)
      if (!head) return { messages: [], start: 0, revision: 0, length: 0, notices: [] }
      const before = Math.min(limits.before, head.length)
      const start = messages.startOfPage(head.id, before, limits.messages, limits.size)
      const { messages: read, damaged } = messages.range(head.id, start, before)
      const notices = damaged.map((position) => unreadable(session, position))
      return { messages: read, start, revision: head.revision, length: head.length, notices }
    })
  }
}

function unreadable(session: string, position: number): Notice {
  return notice('MESSAGE_UNREADABLE', `Message ${position} is no longer valid JSON and was left out.`, session)
}
