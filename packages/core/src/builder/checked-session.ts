import type { Message } from '../contract/message.ts'
import type { Session } from '../contract/sources.ts'
import { checkMessages } from '../messages/check-messages.ts'
import { sessionView } from './session-view.ts'

/**
 * Wraps a session so that every message read is validated; an error reports the position of the first invalid one.
 *
 * @param passed Collects the messages that were read, which need no other check in this build.
 */
export function checkedSession(session: Session, passed: WeakSet<Message>): Session {
  const checked =
    (read: Session['read']): Session['read'] =>
    (start, end, request) => {
      const check = (messages: readonly Message[]): readonly Message[] => {
        for (const message of checkMessages(messages, 'session', Math.max(0, start))) passed.add(message)
        return messages
      }
      const messages = read(start, end, request)
      return isList(messages) ? check(messages) : Promise.resolve(messages).then(check)
    }
  return sessionView(
    session,
    checked(session.read.bind(session)),
    session.original && checked(session.original.bind(session)),
  )
}

function isList(value: ReturnType<Session['read']>): value is readonly Message[] {
  return Array.isArray(value)
}
