import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Owner } from '@lamella/core/store'
import { nameOfTemporary, temporaryOf } from '../disk/durable.ts'
import { namesIfFolder } from '../disk/names-in.ts'
import { foldersWithin } from '../disk/owner-folders.ts'
import { removeEmpty, syncIfThere } from '../disk/remove-empty.ts'
import { isSystemError } from '../errors.ts'
import type { Locks } from '../lock/locks.ts'
import { reading } from './open-session.ts'
import { type Places, type SessionPlace, sessionEnding } from './places.ts'

/** How files are removed. */
export interface RemoveOptions {
  readonly locks: Locks
  /** Whether they are gone for good when it is done, also if the power fails then. */
  readonly sync: boolean
  /** Told of each session that is removed. */
  readonly onRemoved: (place: SessionPlace) => void
}

/** Removes a session with everything that was kept beside it; whether there was one. */
export async function removeSession(place: SessionPlace, options: RemoveOptions): Promise<boolean> {
  const { locks, sync, onRemoved } = options
  return locks.hold(place.lock, async () => {
    const isSession = await isThere(place, locks)
    onRemoved(place)
    for (const path of [place.path, place.tornPath, temporaryOf(place.path)]) await rm(path, { force: true })
    if (sync) await syncIfThere(dirname(place.path))
    return isSession
  })
}

/** Whether there is a session. A file that cannot be read counts as one: it must not stay because of that. */
async function isThere(place: SessionPlace, locks: Locks): Promise<boolean> {
  try {
    return (await reading(place, locks, async ({ tail }) => tail.seq > 0)) ?? false
  } catch (error) {
    if (isSystemError(error)) return true
    throw error
  }
}

/**
 * Removes all sessions that a scope means, and folders that are empty then. Gives how many sessions there were. One that cannot
 * be removed keeps no other from it; the first error is thrown when all is done that can be.
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
    // What was moved aside of a session that was deleted by hand goes, too; what others keep in the folder stays.
    for (const stem of new Set((await namesIfFolder(folder)).flatMap(stemOf))) {
      await attempt(async () => {
        if (await removeSession(places.named(folder, `${stem}${sessionEnding}`), options)) count++
      })
    }
    await attempt(() => removeEmpty(folder, places.root, options.sync))
  }
  if (errors.length > 0) throw errors[0]
  return count
}

/** Of the names of a session's file, what was moved aside of it, and its temporary: what they have in common. */
function stemOf(name: string): readonly string[] {
  const stem = /^(.+)(?:\.jsonl|\.torn)$/s.exec(nameOfTemporary(name) ?? name)?.[1]
  return stem === undefined ? [] : [stem]
}
