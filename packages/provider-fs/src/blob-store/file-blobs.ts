import { stat } from 'node:fs/promises'
import { isLamellaError } from '@lamella/core'
import { createBoundedMap } from '@lamella/core/plugin'
import { type BlobInfo, type BlobStore, type ByteRange, blobDamaged, checkedBlobs, type Owner } from '@lamella/store'
import { openIfThere, readBytes, replaceFile, writeAll } from '../disk/durable.ts'
import { checkPath, idOf, isShortened, nameOf } from '../disk/file-name.ts'
import { foldersWithin, namesIfFolder, namesIn, removeEmpty } from '../disk/folders.ts'
import { onDisk, unlessMissing } from '../errors.ts'
import { createLocks } from '../lock/locks.ts'
import { createLimiter } from '../read/concurrency.ts'
import { type FileSessionsOptions, settingsOf } from '../session-store/file-sessions-options.ts'
import { createLaterSync } from '../session-store/later-sync.ts'
import { blobsEnding, placesIn, type SessionPlace, sessionEnding } from '../session-store/places.ts'
import {
  type BlobWriting,
  contentPath,
  forkBlobs,
  holdBlobs,
  idsIn,
  readInfo,
  removeBlobs,
  removeFiles,
  removeFolder,
  sweepTemporaryBlobs,
  writeInfo,
} from './blob-files.ts'

/** The blob store of a folder, with all optional methods. */
export type FileBlobs = Required<BlobStore>

/** Milliseconds without a sign of life after which a writer on another machine counts as dead. */
const stale = 20_000

/** The number of files to open at once. */
const openAtOnce = 16

/**
 * Creates a blob store beside the sessions of `fileSessions(folder)`: a folder `<session>.blobs` with two files for each
 * blob, its content and its metadata. Forks have links to the same contents. `delete`, `erase` and `fork` of
 * `fileSessions` act on these blobs too.
 *
 * @throws LamellaError `OPTION_INVALID`; all methods: `STORE_FULL`, `STORE_UNAVAILABLE` on operating system errors; methods that
 * write: `STORE_BUSY` when others keep writing
 * @example
 * const blobs = fileBlobs('./sessions')
 * const { id } = await blobs.put(scope, 'telegram_4711', await readFile('photo.jpg'), { mediaType: 'image/jpeg' })
 */
export function fileBlobs(folder: string, options: FileSessionsOptions = {}): FileBlobs {
  const { fsync, batchDelay, lockTimeout, onNotice } = settingsOf(options, 'fileBlobs')
  const places = placesIn(checkPath('fileBlobs', folder))
  const locks = createLocks(places.locks, { timeout: lockTimeout, stale })
  const later = createLaterSync(batchDelay, onNotice)
  const writing = { sync: fsync === 'always', onWritten: fsync === 'batch' ? later.add : () => {} }
  const syncRemoval = fsync !== 'os'
  /** Folders without files of killed processes. */
  const swept = createBoundedMap<string, true>(1_000)
  const limited = createLimiter(openAtOnce)

  type Task<Result> = (place: SessionPlace) => Promise<Result>
  const read = <Result>(owner: Owner, session: string, task: Task<Result>): Promise<Result> => {
    const place = places.of(owner, session)
    return onDisk(place.blobsPath, () => task(place))
  }
  /** Runs a change while no other process changes the blobs of the session. */
  const change = <Result>(owner: Owner, session: string, task: Task<Result>): Promise<Result> =>
    read(owner, session, (place) =>
      holdBlobs(place, locks, async () => {
        if (!swept.get(place.blobsPath)) await sweepTemporaryBlobs(place)
        swept.set(place.blobsPath, true)
        return task(place)
      }),
    )
  /** The place of the session that has a folder of blobs. */
  const placeOf = (own: string, name: string): SessionPlace =>
    places.named(own, `${name.slice(0, -blobsEnding.length)}${sessionEnding}`)

  return checkedBlobs({
    put: (owner, session, info, content) => change(owner, session, (place) => putBlob(place, info, content, writing)),
    info: (owner, session, id) => read(owner, session, async (place) => (await readInfo(place, id))?.info),
    read: (owner, session, id, range) => read(owner, session, (place) => readBlob(place, id, range)),
    list: (owner, session, { after, limit }) =>
      read(owner, session, async (place) => {
        const ids = await idsIn(place)
        const known = await Promise.all(ids.map((id) => limited(() => readInfo(place, id))))
        const all = known.flatMap((one) => (one ? [one.info] : []))
        const later = after === undefined ? all : all.filter(({ id }) => id > after)
        const bytes = all.reduce((sum, { size }) => sum + size, 0)
        return { blobs: later.slice(0, limit), bytes, more: later.length > limit }
      }),
    // Whether or not the sessions themselves exist.
    sessions: (owner, { after, limit }) => {
      const own = places.folderOf(owner)
      return onDisk(own, async () => {
        const names = (await namesIn(own)).filter((name) => name.endsWith(blobsEnding))
        const found = await Promise.all(
          names.map((name) => limited(() => sessionOf(placeOf(own, name), name.slice(0, -blobsEnding.length)))),
        )
        // By code units, the default of `sort`.
        const ids = found.flatMap((id) => (id !== undefined && (after === undefined || id > after) ? [id] : [])).sort()
        return { sessions: ids.slice(0, limit), more: ids.length > limit }
      })
    },
    fork: (owner, session, into) =>
      read(owner, into, (target) => forkBlobs(places.of(owner, session), target, locks, writing)),
    delete: (owner, session, id, before) =>
      change(owner, session, async (place) => {
        const ids = await idsIn(place)
        let count = 0
        for (const one of ids) {
          if (id !== undefined && one !== id) continue
          if (before !== undefined) {
            const { at = '' } = (await readInfo(place, one))?.info ?? {}
            if (!(Date.parse(at) < Date.parse(before))) continue
          }
          await removeFiles(place, one)
          count++
        }
        if (count === ids.length) await removeFolder(place, syncRemoval)
        return count
      }),
    erase: (owner) =>
      onDisk(places.root, async () => {
        let count = 0
        for (const own of await foldersWithin(places.root, owner)) {
          for (const name of await namesIfFolder(own)) {
            if (!name.endsWith(blobsEnding)) continue
            if ((await removeBlobs(placeOf(own, name), locks, syncRemoval)) > 0) count++
          }
          await removeEmpty(own, places.root, syncRemoval)
        }
        return count
      }),
    close: async () => {
      await later.flush()
      await onDisk(places.locks, locks.close)
    },
  })
}

/** Puts a blob, or changes its time. Requires the lock of the session's blobs. */
async function putBlob(
  place: SessionPlace,
  info: BlobInfo,
  content: Uint8Array,
  writing: BlobWriting,
): Promise<BlobInfo> {
  const path = contentPath(place, info.id)
  const before = (await readInfo(place, info.id).catch(replaceable))?.info
  if ((await unlessMissing(stat(path)))?.size !== content.length) {
    await replaceFile(path, writing.sync, (file) => writeAll(file, content))
    writing.onWritten(path)
  }
  const { size: _, ...first } = before ?? info
  const kept = { ...first, size: content.length, ...(info.at !== undefined && { at: info.at }) }
  if (before === undefined || before.at !== kept.at || before.size !== kept.size) await writeInfo(place, kept, writing)
  return kept
}

/** What is damaged is written anew. */
function replaceable(error: unknown): undefined {
  if (!isLamellaError(error, 'BLOB_DAMAGED')) throw error
}

/** Reads a range of a blob; returns `undefined` if the session has no such blob. @throws LamellaError `BLOB_DAMAGED` */
async function readBlob(place: SessionPlace, id: string, range: Required<ByteRange>): Promise<Uint8Array | undefined> {
  const known = await readInfo(place, id)
  if (!known) return undefined
  const { size } = known.info
  const file = await openIfThere(contentPath(place, id), 'r')
  // Deleted since.
  if (!file && !(await readInfo(place, id))) return undefined
  try {
    if (!file || (await file.stat()).size !== size) throw blobDamaged(place.id, id)
    const bytes = await readBytes(file, Math.min(range.start, size), Math.min(range.end, size))
    // Without the methods of a Buffer, whose `slice` does not copy.
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  } finally {
    await file?.close()
  }
}

/** Returns the id of the session whose folder of blobs has a name; `undefined` if it has no blobs. */
async function sessionOf(place: SessionPlace, stem: string): Promise<string | undefined> {
  const ids = await idsIn(place)
  if (!isShortened(stem)) return ids.length > 0 ? idOf(stem) || undefined : undefined
  for (const id of ids) {
    const known = await readInfo(place, id)
    if (known && nameOf(known.session) === stem) return known.session
  }
  return undefined
}
