import {
  type BlobStore,
  blobId,
  checkBlobDelete,
  checkBlobId,
  checkBlobOptions,
  checkByteRange,
  checkList,
  ownerOf,
} from '@lamella/store'
import { toKept } from '@lamella/store/search'
import type { Statements } from '../database/connector.ts'
import type { Database } from '../database/database.ts'
import { createOwners } from '../database/owners.ts'
import { toStored } from '../database/plain-text.ts'
import { sortKey } from '../database/sort-key.ts'
import { type SessionKey, sessionKey } from '../sessions/session-key.ts'
import { type BlobsPlace, createBlobRows } from './blob-rows.ts'
import { createSessionBlobs } from './session-blobs.ts'

/** The blob store of a schema, with all optional methods. */
export type PostgresBlobs = Required<BlobStore>

/** Creates the blob store of a schema. The session store of the same schema acts on its blobs too. */
export function createBlobs(database: Database, close: () => Promise<void>): PostgresBlobs {
  const owners = createOwners(database.schema)
  const rows = createBlobRows(database.schema)
  const linked = createSessionBlobs(database.schema, owners)
  /** Runs read-only work on one state of a session's blobs; returns `none` if its owner has no data. */
  const reading = <Result>(
    { owner, sort }: Pick<SessionKey, 'owner' | 'sort'>,
    none: Result,
    work: (statements: Statements, place: BlobsPlace) => Promise<Result>,
  ): Promise<Result> =>
    database.read(owner.tenant, async (statements) => {
      const number = await owners.find(statements, owner)
      return number === undefined ? none : work(statements, { tenant: toStored(owner.tenant), owner: number, sort })
    })
  return {
    spec: 1,
    put: async (scope, session, content, options) => {
      const { owner, sort } = sessionKey(scope, session)
      const { mediaType, name, at } = checkBlobOptions(content, options)
      // Copied before anything is awaited, since the caller may change it meanwhile.
      const copy = new Uint8Array(content)
      const others = { ...(name !== undefined && { name }), ...(at !== undefined && { at }) }
      const info = { id: await blobId(copy), size: copy.length, mediaType, ...others }
      return database.write(owner.tenant, async (statements) => {
        const place = { tenant: toStored(owner.tenant), owner: await owners.make(statements, owner), sort }
        return rows.put(statements, place, info, copy)
      })
    },
    info: async (scope, session, id) => {
      const key = sessionKey(scope, session)
      checkBlobId(id)
      return reading(key, undefined, (statements, place) => rows.info(statements, place, id))
    },
    read: async (scope, session, id, range) => {
      const key = sessionKey(scope, session)
      checkBlobId(id)
      checkByteRange(range)
      return reading(key, undefined, (statements, place) => rows.read(statements, place, id, range))
    },
    list: async (scope, session, request) => {
      const key = sessionKey(scope, session)
      const { after = '', limit } = checkList(request)
      const none = { blobs: [], bytes: 0, more: false }
      return reading(key, none, (statements, place) => rows.list(statements, place, after, limit))
    },
    sessions: async (scope, request) => {
      const owner = ownerOf(scope)
      const { after = '', limit } = checkList(request)
      const key = { owner, sort: sortKey(after) }
      return reading(key, { sessions: [], more: false }, (statements, place) => rows.sessions(statements, place, limit))
    },
    fork: async (scope, session, into) => {
      const [from, to] = [sessionKey(scope, session), sessionKey(scope, into, 'into')]
      return database.write(from.owner.tenant, (statements) => linked.copy(statements, from, to))
    },
    delete: async (scope, session, id, options) => {
      const key = sessionKey(scope, session)
      const only = id === undefined ? undefined : checkBlobId(id)
      const before = toKept(checkBlobDelete(options))
      return database.write(key.owner.tenant, (statements) => linked.remove(statements, key, only, before))
    },
    erase: async (scope) => {
      const owner = ownerOf(scope)
      return database.write(owner.tenant, async (statements) => {
        const ids = await owners.within(statements, owner)
        const count = await linked.erase(statements, toStored(owner.tenant), ids)
        await owners.forget(statements, owner.tenant, ids)
        return count
      })
    },
    close,
  }
}
