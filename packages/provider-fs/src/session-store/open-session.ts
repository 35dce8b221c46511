import { openIfThere } from '../disk/durable.ts'
import type { Locks } from '../lock/locks.ts'
import type { SessionPlace } from './places.ts'
import { inspect, type SessionFile } from './session-file.ts'

/** A session file that is open for reading. */
export interface OpenedSession extends SessionFile {
  /** Whether another process is writing, so that bytes after the end are expected. */
  readonly writing: boolean
}

/** How often, and at which interval in milliseconds, to recheck a file that is being written. */
const maxRechecks = 25
const recheckInterval = 4

/**
 * Opens a session for reading, without a lock. If its end is incomplete, because a writer is busy or was killed, the
 * file is checked again.
 *
 * @returns The task's result; `undefined` when the file does not exist.
 */
export async function reading<Result>(
  place: SessionPlace,
  locks: Locks,
  task: (session: OpenedSession) => Promise<Result>,
): Promise<Result | undefined> {
  const session = await openSession(place, locks)
  if (!session) return undefined
  try {
    return await task(session)
  } finally {
    await session.file.close()
  }
}

/** Same as `reading`, for a task that spans several calls: the caller closes the file. */
export async function openSession(place: SessionPlace, locks: Locks): Promise<OpenedSession | undefined> {
  const file = await openIfThere(place.path, 'r')
  if (!file) return undefined
  try {
    let session = await inspect(place, file)
    let writing = false
    for (let recheck = 0; recheck < maxRechecks && !isInOrder(session); recheck++) {
      writing = await locks.isHeld(place.lock)
      const before = session.tail.size
      if (writing) await new Promise((resolve) => setTimeout(resolve, recheckInterval))
      session = await inspect(place, file)
      if (!writing && session.tail.size === before) break
    }
    return { ...session, writing }
  } catch (error) {
    await file.close()
    throw error
  }
}

function isInOrder({ tail }: SessionFile): boolean {
  return tail.end === tail.size && !tail.unbroken && tail.damaged === 0
}
