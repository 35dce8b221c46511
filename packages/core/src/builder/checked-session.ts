import type { Message } from '../contract/message.ts'
import type { Session } from '../contract/sources.ts'
import { checkMessages } from '../messages/check-messages.ts'

/** The session as layers read it: whatever is read is messages, or an error that says where it is not. */
export function checkedSession(session: Session): Session {
  const sizeBefore = session.sizeBefore?.bind(session)
  return {
    get length() {
      return session.length
    },
    read: (start, end, request) => {
      const check = (messages: readonly Message[]): readonly Message[] =>
        checkMessages(messages, 'session', Math.max(0, start))
      const messages = session.read(start, end, request)
      return isList(messages) ? check(messages) : Promise.resolve(messages).then(check)
    },
    ...(sizeBefore && { sizeBefore }),
    ...(session.scope && { scope: session.scope }),
    get summaries() {
      return session.summaries ?? []
    },
    get notices() {
      return session.notices ?? []
    },
  }
}

function isList(value: ReturnType<Session['read']>): value is readonly Message[] {
  return Array.isArray(value)
}
