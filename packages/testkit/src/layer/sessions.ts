import type { Message, Session } from '@lamella/core'
import { fakeSession } from '../fakes/fake-session.ts'
import { deepFreeze } from '../kit/deep-freeze.ts'

/** One call of `read`. */
export interface Read {
  readonly start: number
  readonly end: number
}

/** A session that records which messages were read. */
export function recordingSession(length: number): { readonly session: Session; readonly reads: readonly Read[] } {
  const { read } = fakeSession(length)
  const reads: Read[] = []
  return {
    reads,
    session: {
      length,
      read: (start, end, request) => {
        reads.push({ start, end })
        return read(start, end, request)
      },
    },
  }
}

/** A session whose messages never arrive; a read ends only when its signal is aborted. */
export function stalledSession(): { readonly session: Session; readonly asked: Promise<void> } {
  let tell: () => void
  const asked = new Promise<void>((resolve) => {
    tell = resolve
  })
  const read: Session['read'] = (_start, _end, { signal }) => {
    tell()
    return new Promise((_resolve, reject) => {
      if (signal.aborted) reject(signal.reason)
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  }
  return { session: { length: 6, read }, asked }
}

/** Returns a session with the same messages, deeply frozen. */
export function frozenSession(session: Session): Session {
  return around(session, async (start, end, request) => deepFreeze([...(await session.read(start, end, request))]))
}

/** Returns a session with the same messages and more after them. */
export function grownSession(session: Session, more: readonly Message[]): Session {
  const { length } = session
  const grown = around(session, async (start, end, request) => {
    const before = start < length ? await session.read(start, Math.min(end, length), request) : []
    return [...before, ...more.slice(Math.max(0, start - length), Math.max(0, end - length))]
  })
  return { ...grown, length: length + more.length }
}

function around(session: Session, read: Session['read']): Session {
  const { length, notices, sizeBefore } = session
  return {
    length,
    read,
    ...(notices && { notices }),
    ...(sizeBefore && { sizeBefore: (position: number) => session.sizeBefore?.(position) ?? 0 }),
  }
}
