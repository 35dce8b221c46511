import { type BlobStore, checkedBlobs, type Owner } from '@lamella/store'
import { toKept } from '@lamella/store/search'
import type { Statements } from '../database/connector.ts'
import type { Database } from '../database/database.ts'
import { createOwners } from '../database/owners.ts'
import { toStored } from '../database/plain-text.ts'
import { sortKey } from '../database/sort-key.ts'
import { sessionKey } from '../sessions/heads.ts'
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
    owner: Owner,
    session: string,
    none: Result,
    work: (statements: Statements, place: BlobsPlace) => Promise<Result>,
  ): Promise<Result> =>
    database.read(owner.tenant, async (statements) => {
      const number = await owners.find(statements, owner)
      const tenant = toStored(owner.tenant)
      return number === undefined ? none : work(statements, { tenant, owner: number, sort: sortKey(session) })
    })
  return checkedBlobs({
    put: (owner, session, info, content) =>
      database.write(owner.tenant, async (statements) => {
        const place = {
          tenant: toStored(owner.tenant),
          owner: await owners.make(statements, owner),
          sort: sortKey(session),
        }
        return rows.put(statements, place, info, content)
      }),
    info: (owner, session, id) =>
      reading(owner, session, undefined, (statements, place) => rows.info(statements, place, id)),
    read: (owner, session, id, range) =>
      reading(owner, session, undefined, (statements, place) => rows.read(statements, place, id, range)),
    list: (owner, session, { after = '', limit }) => {
      const none = { blobs: [], bytes: 0, more: false }
      return reading(owner, session, none, (statements, place) => rows.list(statements, place, after, limit))
    },
    sessions: (owner, { after = '', limit }) => {
      const none = { sessions: [], more: false }
      return reading(owner, after, none, (statements, place) => rows.sessions(statements, place, limit))
    },
    fork: (owner, session, into) =>
      database.write(owner.tenant, (statements) =>
        linked.copy(statements, sessionKey(owner, session), sessionKey(owner, into)),
      ),
    delete: (owner, session, id, before) =>
      database.write(owner.tenant, (statements) =>
        linked.remove(statements, sessionKey(owner, session), id, toKept(before)),
      ),
    erase: (owner) =>
      database.write(owner.tenant, async (statements) => {
        const ids = await owners.within(statements, owner)
        const count = await linked.erase(statements, toStored(owner.tenant), ids)
        await owners.forget(statements, owner.tenant, ids)
        return count
      }),
    close,
  })
}
