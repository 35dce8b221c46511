import type { Message } from '../contract/message.ts'
import type { Session } from '../contract/sources.ts'
import { checkMessages } from '../messages/check-messages.ts'
import { sessionView } from './session-view.ts'

/** Wraps a session so that every message read is validated; an error reports the position of the first invalid one. */
export function checkedSession(session: Session): Session {
  const checked =
    (read: Session['read']): Session['read'] =>
    (start, end, request) => {
      const check = (messages: readonly Message[]): readonly Message[] =>
        checkMessages(messages, 'session', Math.max(0, start))
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
