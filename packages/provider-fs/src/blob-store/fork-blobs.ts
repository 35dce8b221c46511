import { createReadStream } from 'node:fs'
import { link } from 'node:fs/promises'
import { makeFolder, replaceFile, syncFolder, writeAll } from '../disk/durable.ts'
import { isMissing, systemCode } from '../errors.ts'
import type { Locks } from '../lock/locks.ts'
import type { SessionPlace } from '../session-store/places.ts'
import { type BlobWriting, contentPath, holdBlobs, idsIn, readInfo, writeInfo } from './blob-files.ts'

/** File systems without links, or with as many links to a file as it can have. */
const unlinkable = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EXDEV', 'ENOSYS', 'EACCES']

/**
 * Gives all blobs of a session to another one too, and returns their number. The contents are links to the same bytes.
 */
export async function forkBlobs(
  from: SessionPlace,
  into: SessionPlace,
  locks: Locks,
  writing: BlobWriting,
): Promise<number> {
  const ids = await idsIn(from)
  if (ids.length === 0 || from.path === into.path) return ids.length
  let count = 0
  await holdBlobs(into, locks, async () => {
    await makeFolder(into.blobsPath, writing.sync)
    for (const id of ids) {
      const known = await readInfo(from, id)
      // Deleted since it was listed.
      if (!known || !(await linkContent(from, into, id, writing))) continue
      count++
      if (!(await readInfo(into, id))) await writeInfo(into, known.info, writing)
    }
    if (writing.sync) await syncFolder(into.blobsPath)
  })
  return count
}

/** Returns whether the content is there now. */
async function linkContent(
  from: SessionPlace,
  into: SessionPlace,
  id: string,
  { sync, onWritten }: BlobWriting,
): Promise<boolean> {
  const [source, target] = [contentPath(from, id), contentPath(into, id)]
  try {
    await link(source, target)
  } catch (error) {
    if (isMissing(error)) return false
    if (systemCode(error) === 'EEXIST') return true
    if (!unlinkable.includes(systemCode(error))) throw error
    await replaceFile(target, sync, async (file) => {
      for await (const piece of createReadStream(source)) await writeAll(file, piece as Buffer)
    })
  }
  onWritten(target)
  return true
}
