import type { Notice } from '@lamella/core'
import type { Locks } from '../lock/locks.ts'
import { reading } from './open-session.ts'
import type { SessionPlace } from './places.ts'
import { openForWriting } from './writer-file.ts'

/**
 * Brings the end of a session's file in order now, as the next append would: bytes of one that was never finished are moved
 * to the file beside it. Gives what was moved.
 *
 * @throws LamellaError `SESSION_DAMAGED`
 */
export async function repairSession(place: SessionPlace, locks: Locks, sync: boolean): Promise<readonly Notice[]> {
  // Where nothing is to be done, nothing is written, not even a lock.
  const isTorn = await reading(place, locks, async ({ tail }) => tail.end < tail.size)
  if (isTorn !== true) return []
  const done: Notice[] = []
  await locks.hold(place.lock, async () => {
    const file = await openForWriting(place, undefined, { sync, onNotice: (notice) => done.push(notice) })
    await file.close()
  })
  return done
}
