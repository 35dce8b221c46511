import type { Scope } from '@lamella/core'
import {
  type BlobStore,
  blobId,
  checkBlobDelete,
  checkBlobId,
  checkBlobOptions,
  checkByteRange,
  checkId,
  checkList,
  ownerOf,
} from '@lamella/store'
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
  /** Runs read-only work on a session's blobs; `none` if its owner has no data. */
  const reading = <Result>(
    scope: Scope,
    session: string,
    none: Result,
    work: (place: BlobsPlace) => Result,
  ): Promise<Result> => {
    const owner = ownerOf(scope)
    const sort = sortKey(checkId('session', session))
    return access.read(() => {
      const number = owners.find(owner)
      return number === undefined ? none : work({ owner: number, sort })
    })
  }
  return {
    spec: 1,
    put: async (scope, session, content, options) => {
      const owner = ownerOf(scope)
      const sort = sortKey(checkId('session', session))
      const { mediaType, name, at } = checkBlobOptions(content, options)
      // Copied before anything is awaited, since the caller may change it meanwhile.
      const copy = new Uint8Array(content)
      const others = { ...(name !== undefined && { name }), ...(at !== undefined && { at }) }
      const info = { id: await blobId(copy), size: copy.length, mediaType, ...others }
      return access.write(() => rows.put({ owner: owners.make(owner), sort }, info, copy))
    },
    info: async (scope, session, id) => {
      ownerOf(scope)
      checkBlobId(id)
      return reading(scope, session, undefined, (place) => rows.info(place, id))
    },
    read: async (scope, session, id, range) => {
      ownerOf(scope)
      checkBlobId(id)
      checkByteRange(range)
      return reading(scope, session, undefined, (place) => rows.read(place, id, range))
    },
    list: async (scope, session, request) => {
      ownerOf(scope)
      const { after = '', limit } = checkList(request)
      const none = { blobs: [], bytes: 0, more: false }
      return reading(scope, session, none, (place) => rows.list(place, after, limit))
    },
    sessions: async (scope, request) => {
      const owner = ownerOf(scope)
      const { after = '', limit } = checkList(request)
      return access.read(() => {
        const number = owners.find(owner)
        return number === undefined ? { sessions: [], more: false } : rows.sessions(number, sortKey(after), limit)
      })
    },
    fork: async (scope, session, into) => {
      const owner = ownerOf(scope)
      const [from, to] = [sortKey(checkId('session', session)), sortKey(checkId('into', into))]
      return access.write(() => {
        const number = owners.find(owner)
        return number === undefined ? 0 : rows.copy({ owner: number, sort: from }, { owner: number, sort: to })
      })
    },
    delete: async (scope, session, id, options) => {
      const owner = ownerOf(scope)
      const sort = sortKey(checkId('session', session))
      const only = id === undefined ? undefined : checkBlobId(id)
      const before = toKept(checkBlobDelete(options))
      const count = await access.write(() => {
        const number = owners.find(owner)
        if (number === undefined) return 0
        const place = { owner: number, sort }
        return only === undefined ? rows.removeAll(place, before) : Number(rows.remove(place, only, before))
      })
      await purge.run()
      return count
    },
    erase: async (scope) => {
      const owner = ownerOf(scope)
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
  }
}
