import { type BlobStore, checkedBlobs, type Owner } from '@lamella/store'
import { toKept } from '@lamella/store/search'
import type { Access } from '../database/access.ts'
import { createOwners } from '../database/owners.ts'
import type { Purge } from '../database/purge.ts'
import { sortKey } from '../database/sort-key.ts'
import { type BlobsPlace, createBlobRows } from './blob-rows.ts'

/** The blob store of a database, with all optional methods. */
export type SqliteBlobs = Required<BlobStore>

/** Creates the blob store of a database. The session store of the same database acts on its blobs too. */
export function createBlobs(access: Access, purge: Purge, close: () => Promise<void>): SqliteBlobs {
  const owners = createOwners(access.db)
  const rows = createBlobRows(access.db, purge)
  /** Finds the place of a session's blobs and runs work on them; `none` if their owner has no data. Call it in a transaction. */
  const within = <Result>(owner: Owner, session: string, none: Result, work: (place: BlobsPlace) => Result): Result => {
    const number = owners.find(owner)
    return number === undefined ? none : work({ owner: number, sort: sortKey(session) })
  }
  return checkedBlobs({
    put: (owner, session, info, content) =>
      access.write(() => rows.put({ owner: owners.make(owner), sort: sortKey(session) }, info, content)),
    info: (owner, session, id) => access.read(() => within(owner, session, undefined, (place) => rows.info(place, id))),
    read: (owner, session, id, range) =>
      access.read(() => within(owner, session, undefined, (place) => rows.read(place, id, range))),
    list: (owner, session, { after = '', limit }) => {
      const none = { blobs: [], bytes: 0, more: false }
      return access.read(() => within(owner, session, none, (place) => rows.list(place, after, limit)))
    },
    sessions: (owner, { after = '', limit }) =>
      access.read(() =>
        within(owner, after, { sessions: [], more: false }, ({ owner: number, sort }) =>
          rows.sessions(number, sort, limit),
        ),
      ),
    fork: (owner, session, into) =>
      access.write(() =>
        within(owner, session, 0, (place) => rows.copy(place, { owner: place.owner, sort: sortKey(into) })),
      ),
    delete: async (owner, session, id, before) => {
      const time = toKept(before)
      const count = await access.write(() =>
        within(owner, session, 0, (place) =>
          id === undefined ? rows.removeAll(place, time) : Number(rows.remove(place, id, time)),
        ),
      )
      await purge.run()
      return count
    },
    erase: async (owner) => {
      const erased = await access.write(() => {
        const ids = owners.within(owner)
        const count = ids.reduce((sum, id) => sum + rows.removeOf(id), 0)
        if (owners.forget(ids)) purge.mark()
        return count
      })
      await purge.run()
      return erased
    },
    close,
  })
}
