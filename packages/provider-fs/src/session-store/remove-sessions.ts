import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Owner } from '@lamella/core'
import { temporaryOf } from '../disk/durable.ts'
import { namesIn } from '../disk/names-in.ts'
import { foldersWithin } from '../disk/owner-folders.ts'
import { removeEmpty, syncIfThere } from '../disk/remove-empty.ts'
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
    const isSession = (await reading(place, locks, async ({ tail }) => tail.seq > 0)) ?? false
    onRemoved(place)
    for (const path of [place.path, place.tornPath, temporaryOf(place.path)]) await rm(path, { force: true })
    if (sync) await syncIfThere(dirname(place.path))
    return isSession
  })
}

/** Removes all sessions that a scope means, and folders that are empty then. Gives how many sessions there were. */
export async function eraseSessions(places: Places, owner: Owner, options: RemoveOptions): Promise<number> {
  let count = 0
  for (const folder of await foldersWithin(places.root, owner)) {
    // What was moved aside of a session that was deleted by hand goes, too; what others keep in the folder stays.
    const stems = (await namesIn(folder)).flatMap((name) => /^(.+)(?:\.jsonl|\.torn)$/.exec(name)?.[1] ?? [])
    for (const stem of new Set(stems)) {
      if (await removeSession(places.named(folder, `${stem}${sessionEnding}`), options)) count++
    }
    await removeEmpty(folder, places.root, options.sync)
  }
  return count
}
