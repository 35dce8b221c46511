import { rm, stat } from 'node:fs/promises'
import { nameOfTemporary, openIfThere, temporaryOf } from '../disk/durable.ts'
import { namesIfFolder } from '../disk/names-in.ts'
import { isMissing } from '../errors.ts'
import type { Locks } from '../lock/locks.ts'
import { type Places, type SessionPlace, sessionEnding, stemOfRun } from './places.ts'

/** Milliseconds without a write after which a lock owner on another machine counts as dead. */
const old = 3_600_000

/**
 * Removes temporary files that killed forks and imports left in an owner's folder: they contain messages of sessions
 * that may have been deleted since. So do files of runs whose session was never created. Files still being written
 * stay.
 */
export async function sweepTemporaries(places: Places, locks: Locks, folder: string): Promise<void> {
  const names = new Set(await namesIfFolder(folder))
  for (const name of names) {
    const stem = stemOfRun(name)
    if (stem !== undefined && !names.has(`${stem}${sessionEnding}`)) {
      await sweepRuns(places.named(folder, `${stem}${sessionEnding}`), locks)
    }
    const target = nameOfTemporary(name)
    if (!target?.endsWith(sessionEnding)) continue
    const place = places.named(folder, target)
    const path = temporaryOf(place.path)
    if ((await locks.isHeld(place.lock)) && !(await isOld(path))) continue
    await locks.hold(place.lock, () => rm(path, { force: true }))
  }
}

/** Removes the files of a run that has no session. */
async function sweepRuns({ path, lock, runPaths }: SessionPlace, locks: Locks): Promise<void> {
  if (await locks.isHeld(lock)) return
  await locks.hold(lock, async () => {
    // It may have been created meanwhile.
    const file = await openIfThere(path, 'r')
    if (file) return file.close()
    for (const one of runPaths) await rm(one, { force: true })
  })
}

async function isOld(path: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs > old
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
