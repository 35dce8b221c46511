import { rm } from 'node:fs/promises'
import { nextRunVersion, type RunChange } from '@lamella/store'
import type { Locks } from '../lock/locks.ts'
import type { SessionPlace } from './places.ts'
import type { RepairOptions } from './repair.ts'
import { addToRunFile, linesOf, readRunFile, writeRunFile } from './run-file.ts'
import { writeBeginning } from './write-change.ts'
import { openForWriting } from './writer-file.ts'

/**
 * Replaces the state of a session's run, or adds to it, and creates an empty session if there is none. Returns the new version.
 *
 * @throws LamellaError `RUN_CONFLICT`, `SESSION_DAMAGED`
 */
export async function changeRun(
  place: SessionPlace,
  change: RunChange,
  locks: Locks,
  options: RepairOptions,
): Promise<number> {
  return locks.hold(place.lock, async (checkLock) => {
    const file = await openForWriting(place, undefined, options)
    try {
      const { tail } = file.state()
      const found = tail.seq === 0 ? undefined : await readRunFile(place, options.onNotice)
      const version = nextRunVersion(place.id, change, found?.stored.version ?? 0)
      if (tail.seq === 0) {
        await checkLock()
        const { text, tail: begun } = writeBeginning(place)
        await file.write(text, begun)
        if (options.sync) await file.sync()
      }
      const line = { run: change.text, version }
      if (!change.adds || !found) await writeRunFile(place, [line], options.sync, checkLock)
      else if (found.isTorn) await writeRunFile(place, [...linesOf(found.stored), line], options.sync, checkLock)
      else {
        await checkLock()
        await addToRunFile(place, line, options.sync)
      }
      return version
    } finally {
      await file.close()
    }
  })
}

/** Copies the state of a session's run into its fork. Requires the lock of `into`. */
export async function copyRun(
  place: SessionPlace,
  into: SessionPlace,
  { sync, onNotice }: RepairOptions,
): Promise<void> {
  // Left by a process that ended while it deleted or forked a session of that name.
  await rm(into.runPath, { force: true })
  const found = await readRunFile(place, onNotice)
  if (found) await writeRunFile(into, linesOf({ ...found.stored, version: 1 }), sync)
}
