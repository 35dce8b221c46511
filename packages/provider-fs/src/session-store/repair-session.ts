import type { Notice } from '@lamella/core'
import type { Locks } from '../lock/locks.ts'
import { reading } from './open-session.ts'
import type { SessionPlace } from './places.ts'
import { openForWriting } from './writer-file.ts'

/**
 * Repairs the end of a session's file now, as the next append would: bytes of an incomplete append are moved to the
 * file next to it. Returns notices of what was moved.
 *
 * @throws LamellaError `SESSION_DAMAGED`
 */
export async function repairSession(place: SessionPlace, locks: Locks, sync: boolean): Promise<readonly Notice[]> {
  // If no repair is needed, nothing is written, not even a lock.
  const isTorn = await reading(place, locks, async ({ tail }) => tail.end < tail.size)
  if (isTorn !== true) return []
  const done: Notice[] = []
  await locks.hold(place.lock, async () => {
    const file = await openForWriting(place, undefined, { sync, onNotice: (notice) => done.push(notice) })
    await file.close()
  })
  return done
}
