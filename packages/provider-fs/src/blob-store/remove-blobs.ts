import { rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncIfThere } from '../disk/folders.ts'
import { unlessMissing } from '../errors.ts'
import type { Locks } from '../lock/locks.ts'
import type { SessionPlace } from '../session-store/places.ts'
import { holdBlobs, idsIn, removeFiles } from './blob-files.ts'

/** Removes all blobs of a session with their folder; returns their number. */
export async function removeBlobs(place: SessionPlace, locks: Locks, sync: boolean): Promise<number> {
  // Sessions without blobs need no second lock.
  if (!(await isThere(place.blobsPath))) return 0
  return holdBlobs(place, locks, async () => {
    const ids = await idsIn(place)
    for (const id of ids) await removeFiles(place, id)
    await removeFolder(place, sync)
    return ids.length
  })
}

/** Removes the folder of a session's blobs with everything in it. Requires the lock of the session's blobs. */
export async function removeFolder({ blobsPath }: SessionPlace, sync: boolean): Promise<void> {
  await rm(blobsPath, { force: true, recursive: true })
  if (sync) await syncIfThere(dirname(blobsPath))
}

async function isThere(path: string): Promise<boolean> {
  return (await unlessMissing(stat(path)))?.isDirectory() ?? false
}
