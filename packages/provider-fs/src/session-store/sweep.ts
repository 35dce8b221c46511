import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { nameOfTemporary } from '../disk/durable.ts'
import { namesIfFolder } from '../disk/folders.ts'
import { unlessMissing } from '../errors.ts'
import type { Locks } from '../lock/locks.ts'
import { type Places, sessionEnding, stemOf } from './places.ts'

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
    if ((await locks.isHeld(place.lock)) && !(await isOld(path))) continue
    await locks.hold(place.lock, () => rm(path, { force: true }))
  }
}

async function isOld(path: string): Promise<boolean> {
  const stats = await unlessMissing(stat(path))
  return stats !== undefined && Date.now() - stats.mtimeMs > old
}
