import { createBoundedMap } from '@lamella/core/plugin'
import { type BlobStore, checkedBlobs } from '@lamella/store'
import { checkPath } from '../disk/file-name.ts'
import { foldersWithin, namesIfFolder, removeEmpty } from '../disk/folders.ts'
import { onDisk } from '../errors.ts'
import { createLocks } from '../lock/locks.ts'
import { type FileSessionsOptions, settingsOf } from '../session-store/file-sessions-options.ts'
import { createLaterSync } from '../session-store/later-sync.ts'
import { blobsEnding, placesIn, type SessionPlace, sessionEnding } from '../session-store/places.ts'
import { holdBlobs, idsIn, readInfo, removeFiles, sweepTemporaryBlobs } from './blob-files.ts'
import { forkBlobs } from './fork-blobs.ts'
import { listBlobs, listSessionsWithBlobs } from './list-blobs.ts'
import { putBlob } from './put-blob.ts'
import { readBlob } from './read-blob.ts'
import { removeBlobs, removeFolder } from './remove-blobs.ts'

/** The blob store of a folder, with all optional methods. */
export type FileBlobs = Required<BlobStore>

/** Milliseconds without a sign of life after which a writer on another machine counts as dead. */
const stale = 20_000

/**
 * Creates a blob store beside the sessions of `fileSessions(folder)`: a folder `<session>.blobs` with two files for each
 * blob, its content and what is known of it. Forks have links to the same contents. `delete`, `erase` and `fork` of
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

  /** Runs a change while no other process changes the blobs of the session. */
  const change = <Result>(place: SessionPlace, task: () => Promise<Result>): Promise<Result> =>
    onDisk(place.blobsPath, () =>
      holdBlobs(place, locks, async () => {
        if (!swept.get(place.blobsPath)) await sweepTemporaryBlobs(place)
        swept.set(place.blobsPath, true)
        return task()
      }),
    )

  return checkedBlobs({
    put: (owner, session, info, content) => {
      const place = places.of(owner, session)
      return change(place, () => putBlob(place, info, content, writing))
    },
    info: (owner, session, id) => {
      const place = places.of(owner, session)
      return onDisk(place.blobsPath, async () => (await readInfo(place, id))?.info)
    },
    read: (owner, session, id, range) => {
      const place = places.of(owner, session)
      return onDisk(place.blobsPath, () => readBlob(place, id, range))
    },
    list: (owner, session, page) => {
      const place = places.of(owner, session)
      return onDisk(place.blobsPath, () => listBlobs(place, page))
    },
    sessions: (owner, page) => {
      const own = places.folderOf(owner)
      return onDisk(own, () => listSessionsWithBlobs(places, own, page))
    },
    fork: (owner, session, into) => {
      const [place, target] = [places.of(owner, session), places.of(owner, into)]
      return onDisk(target.blobsPath, () => forkBlobs(place, target, locks, writing))
    },
    delete: (owner, session, id, before) => {
      const place = places.of(owner, session)
      const limit = before === undefined ? undefined : Date.parse(before)
      return change(place, async () => {
        const ids = await idsIn(place)
        let count = 0
        for (const one of id === undefined ? ids : ids.filter((each) => each === id)) {
          const { at } = limit === undefined ? {} : ((await readInfo(place, one))?.info ?? {})
          if (limit !== undefined && (at === undefined || Date.parse(at) >= limit)) continue
          await removeFiles(place, one)
          count++
        }
        if (count === ids.length) await removeFolder(place, syncRemoval)
        return count
      })
    },
    erase: (owner) =>
      onDisk(places.root, async () => {
        let count = 0
        for (const own of await foldersWithin(places.root, owner)) {
          for (const name of await namesIfFolder(own)) {
            if (!name.endsWith(blobsEnding)) continue
            const place = places.named(own, `${name.slice(0, -blobsEnding.length)}${sessionEnding}`)
            if ((await removeBlobs(place, locks, syncRemoval)) > 0) count++
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
