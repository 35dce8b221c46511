import { openIfThere } from '../disk/durable.ts'
import type { Locks } from '../lock/locks.ts'
import type { SessionPlace } from './places.ts'
import { inspect, type SessionFile } from './session-file.ts'

/** A session file that is open for reading. */
export interface OpenedSession extends SessionFile {
  /** Somebody is writing just now, so bytes behind the end are nothing to worry about. */
  readonly writing: boolean
}

/** How often, and after how many milliseconds, a file is looked at again that somebody is writing. */
const looks = 25
const betweenLooks = 4

/**
 * Opens a session for reading, without a lock. Where its end is not in order, because a writer is in the middle of it or ended
 * there, it is looked at again.
 *
 * @returns What the task gives; `undefined` when there is no such file.
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

/** The same for a task that is not one call: who has asked for it closes the file. */
export async function openSession(place: SessionPlace, locks: Locks): Promise<OpenedSession | undefined> {
  const file = await openIfThere(place.path, 'r')
  if (!file) return undefined
  try {
    let session = await inspect(file)
    let writing = false
    for (let look = 0; look < looks && !isInOrder(session); look++) {
      writing = await locks.isHeld(place.lock)
      const before = session.tail.size
      if (writing) await new Promise((resolve) => setTimeout(resolve, betweenLooks))
      session = await inspect(file)
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
