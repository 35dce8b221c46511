import { rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isLamellaError } from '@lamella/core'
import type { Owner } from '@lamella/store'
import { removeBlobs } from '../blob-store/blob-files.ts'
import { nameOfTemporary, temporaryOf } from '../disk/durable.ts'
import { foldersWithin, namesIfFolder, removeEmpty, syncIfThere } from '../disk/folders.ts'
import { isSystemError, unlessMissing } from '../errors.ts'
import type { Locks } from '../lock/locks.ts'
import { reading } from './open-session.ts'
import { type Places, type SessionPlace, sessionEnding, stemOf } from './places.ts'

/** Options for removing files. */
export interface RemoveOptions {
  readonly locks: Locks
  /** Whether the removal must survive a power failure. */
  readonly sync: boolean
  /** Called for each removed session. */
  readonly onRemoved: (place: SessionPlace) => void
}

/** Removes a session, all its files and its blobs; returns whether the session existed. */
export async function removeSession(place: SessionPlace, options: RemoveOptions): Promise<boolean> {
  const { locks, sync, onRemoved } = options
  const existed = await locks.hold(place.lock, async () => {
    const isSession = await isThere(place, locks)
    onRemoved(place)
    const { path, tornPath, runPath } = place
    // The session's own file is the last: until then, the session is there and can be deleted again.
    for (const file of [temporaryOf(runPath), runPath, tornPath, temporaryOf(path), path])
      await rm(file, { force: true })
    if (sync) await syncIfThere(dirname(place.path))
    return isSession
  })
  // After the messages that name them. Deleting the session again finishes what an interruption left.
  await removeBlobs(place, locks, sync)
  return existed
}

/** Checks whether a session exists. An unreadable file counts as one, so that it does not stay. */
async function isThere(place: SessionPlace, locks: Locks): Promise<boolean> {
  try {
    return (await reading(place, locks, async ({ tail }) => tail.seq > 0)) ?? false
  } catch (error) {
    if (isSystemError(error) || isLamellaError(error, 'FORMAT_NEWER')) return true
    throw error
  }
}

/**
 * Removes all sessions that a scope covers, and folders that become empty. Returns the number of sessions. A session
 * that cannot be removed does not stop the others; the first error is thrown at the end.
 */
export async function eraseSessions(places: Places, owner: Owner, options: RemoveOptions): Promise<number> {
  let count = 0
  const errors: unknown[] = []
  const attempt = async (task: () => Promise<unknown>): Promise<void> => {
    try {
      await task()
    } catch (error) {
      errors.push(error)
    }
  }
  for (const folder of await foldersWithin(places.root, owner)) {
    // Also removes torn bytes of sessions that were deleted by hand; other files in the folder stay.
    const stems = (await namesIfFolder(folder)).flatMap((name) => stemOf(nameOfTemporary(name) ?? name) ?? [])
    for (const stem of new Set(stems)) {
      await attempt(async () => {
        if (await removeSession(places.named(folder, `${stem}${sessionEnding}`), options)) count++
      })
    }
    await attempt(() => removeEmpty(folder, places.root, options.sync))
  }
  if (errors.length > 0) throw errors[0]
  return count
}

/** Milliseconds without a write after which a lock owner on another machine counts as dead. */
const old = 3_600_000

/**
 * Removes temporary files that killed processes left in an owner's folder: they contain data of sessions that may have
 * been deleted since. Files still being written stay.
 */
export async function sweepTemporaries(places: Places, locks: Locks, folder: string): Promise<void> {
  for (const name of await namesIfFolder(folder)) {
    const stem = stemOf(nameOfTemporary(name) ?? '')
    if (stem === undefined) continue
    const place = places.named(folder, `${stem}${sessionEnding}`)
    const path = join(folder, name)
    const stats = await unlessMissing(stat(path))
    const isOld = stats !== undefined && Date.now() - stats.mtimeMs > old
    if (!isOld && (await locks.isHeld(place.lock))) continue
    await locks.hold(place.lock, () => rm(path, { force: true }))
  }
}
