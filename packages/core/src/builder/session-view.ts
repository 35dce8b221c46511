import type { Session } from '../contract/sources.ts'

/** The same session, read in another way. Whatever else a session tells is passed on as it is. */
export function sessionView(session: Session, read: Session['read']): Session {
  return {
    get length() {
      return session.length
    },
    read,
    ...(session.sizeBefore && { sizeBefore: session.sizeBefore.bind(session) }),
    ...(session.scope && { scope: session.scope }),
    get summaries() {
      return session.summaries ?? []
    },
    get notices() {
      return session.notices ?? []
    },
  }
}
