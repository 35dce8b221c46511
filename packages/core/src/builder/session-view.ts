import type { Session } from '../contract/sources.ts'

/** Wraps a session with another way to read it. All other properties of the session are passed through. */
export function sessionView(session: Session, read: Session['read'], original?: Session['read']): Session {
  return {
    // Those of live sessions grow: a build and its run see one length.
    length: session.length,
    read,
    ...(original && { original }),
    ...(session.sizeBefore && { sizeBefore: session.sizeBefore.bind(session) }),
    ...(session.scope && { scope: session.scope }),
    // A getter: a session from a store may lose a message when it is read.
    get appendOnly() {
      return session.appendOnly === true
    },
    get summaries() {
      return session.summaries ?? []
    },
    get notices() {
      return session.notices ?? []
    },
  }
}
