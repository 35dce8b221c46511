import type { RawSessions } from '@lamella/store'
import { notice } from '../notices.ts'
import { sessionKey } from './heads.ts'
import type { SessionParts } from './session-parts.ts'

/** Reads from the end of a session, up to a number of messages and a size. Damaged messages are left out. */
export function createPage({ messages }: SessionParts): RawSessions['page'] {
  return async (owner, session, limits) => {
    const found = await messages(sessionKey(owner, session), { lowest: 0, ...limits })
    if (!found) return { messages: [], start: 0, revision: 0, length: 0, notices: [] }
    const { damaged, ...page } = found
    const notices = damaged.map((position) =>
      notice('MESSAGE_UNREADABLE', `Message ${position} is no longer the JSON of a message and was left out.`, session),
    )
    return { ...page, notices }
  }
}
