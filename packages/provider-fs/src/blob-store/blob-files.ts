import { createReadStream } from 'node:fs'
import { link, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isObject, mustReadFormat } from '@lamella/core/plugin'
import { type BlobInfo, blobDamaged } from '@lamella/store'
import { makeFolder, nameOfTemporary, replaceFile, syncFolder, writeAll } from '../disk/durable.ts'
import { namesIfFolder, syncIfThere } from '../disk/folders.ts'
import { isMissing, systemCode, unlessMissing } from '../errors.ts'
import { parsedJson } from '../json.ts'
import type { Locks } from '../lock/locks.ts'
import type { SessionPlace } from '../session-store/places.ts'

/** How the files of blobs are written. */
export interface BlobWriting {
  /** Whether each file is durable when its write resolves. */
  readonly sync: boolean
  /** Called with each path that was written. */
  readonly onWritten: (path: string) => void
}

const prefix = 'blob:'
const infoEnding = '.json'
const contentEnding = '.bin'

/** The file with the content of a blob. It never changes, so that forks can link to it. */
export function contentPath({ blobsPath }: SessionPlace, id: string): string {
  return join(blobsPath, `${id.slice(prefix.length)}${contentEnding}`)
}

/** The file with a blob's metadata. It is written after the content, and removed before it: it makes the blob. */
function infoPath({ blobsPath }: SessionPlace, id: string): string {
  return join(blobsPath, `${id.slice(prefix.length)}${infoEnding}`)
}

/** Holds the lock of a session's blobs: a large one does not make the session's writers wait. */
export function holdBlobs<Result>(place: SessionPlace, locks: Locks, task: () => Promise<Result>): Promise<Result> {
  return locks.hold(`${place.lock}.blobs`, task)
}

/** Returns the ids of a session's blobs, in order. */
export async function idsIn({ blobsPath }: SessionPlace): Promise<readonly string[]> {
  const ids = (await namesIfFolder(blobsPath)).flatMap((name) => {
    const id = name.endsWith(infoEnding) ? `${prefix}${name.slice(0, -infoEnding.length)}` : ''
    return /^blob:[a-z2-7]{26}$/.test(id) ? [id] : []
  })
  return ids.sort()
}

/** What a file says about a blob, with its session, since a folder's name may be shortened. */
interface StoredBlob {
  readonly session: string
  readonly info: BlobInfo
}

/**
 * Reads the metadata of a blob; `undefined` if the session has no such blob.
 *
 * @throws LamellaError `BLOB_DAMAGED`, `FORMAT_NEWER`
 */
export async function readInfo(place: SessionPlace, id: string): Promise<StoredBlob | undefined> {
  const text = await unlessMissing(readFile(infoPath(place, id), 'utf8'))
  if (text === undefined) return undefined
  const value = parsedJson(text)
  const { v, session, size, mediaType, name, at } = isObject(value) ? value : {}
  const what = `The file '${infoPath(place, id)}'`
  // Absent in version 1.
  mustReadFormat(v, { format: 'blob', what, known: 1, from: '@lamella/provider-fs' })
  if (typeof session !== 'string' || !Number.isSafeInteger(size) || typeof mediaType !== 'string') {
    throw blobDamaged(place.id, id)
  }
  const others = { ...(typeof name === 'string' && { name }), ...(typeof at === 'string' && { at }) }
  return { session, info: { id, size: size as number, mediaType, ...others } }
}

/** Writes the metadata of a blob. Requires the lock of the session's blobs, and the content to be in place. */
export async function writeInfo(place: SessionPlace, info: BlobInfo, { sync, onWritten }: BlobWriting): Promise<void> {
  const { id, ...rest } = info
  const path = infoPath(place, id)
  const line = Buffer.from(`${JSON.stringify({ session: place.id, ...rest })}\n`)
  await replaceFile(path, sync, (file) => writeAll(file, line))
  onWritten(path)
}

/** Removes the files of a blob. Requires the lock of the session's blobs. */
export async function removeFiles(place: SessionPlace, id: string): Promise<void> {
  for (const path of [infoPath(place, id), contentPath(place, id)]) await rm(path, { force: true })
}

/** Removes all blobs of a session with their folder; returns their number. */
export async function removeBlobs(place: SessionPlace, locks: Locks, sync: boolean): Promise<number> {
  // Sessions without blobs need no second lock.
  if ((await unlessMissing(stat(place.blobsPath)))?.isDirectory() !== true) return 0
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

/** Removes what killed processes were writing. Requires the lock of the session's blobs, which every writer holds. */
export async function sweepTemporaryBlobs({ blobsPath }: SessionPlace): Promise<void> {
  const names = (await namesIfFolder(blobsPath)).filter((name) => nameOfTemporary(name) !== undefined)
  for (const name of names) await rm(join(blobsPath, name), { force: true })
}

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
