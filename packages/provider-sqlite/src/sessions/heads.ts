import type { Owner, SessionInfo } from '@lamella/store'
import { fromKept } from '@lamella/store/search'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { sortKey } from '../database/sort-key.ts'
import { keysOf, placeOf } from './keys.ts'

/** A session, by its owner and its id. */
export interface SessionKey {
  readonly owner: Owner
  readonly name: string
  readonly sort: Uint8Array
}

/** The state of a session. */
export interface Stand {
  /** Its number in the database. */
  readonly id: number
  readonly owner: number
  readonly revision: number
  readonly length: number
  readonly size: number
  readonly createdAt: number | null
  /** The last known time of a change. */
  readonly changedAt: number | null
  /** 1 if some messages are not indexed yet. */
  readonly waiting: number
}

/** The state of a session and its metadata. */
export interface Head extends Stand {
  readonly name: string
  readonly forkedFrom: string | null
  readonly forkedAt: number | null
}

interface StandRow {
  readonly id: number
  readonly owner: number
  readonly created_at: number | null
  readonly changed_revision: number
  readonly changed_at: number | null
  readonly waiting: number
}

interface HeadRow extends StandRow {
  readonly name: string
  readonly forked_from: string | null
  readonly forked_at: number | null
}

interface LastRow {
  readonly key: number
  readonly revision: number
  readonly size: number
  readonly changed_at: number | null
}

/** Reads the states of sessions. Call these methods in a transaction. */
export interface Heads {
  /** The columns needed for appending and reading. Each column costs a tenth of a microsecond. */
  stand(owner: Owner, sort: Uint8Array): Stand | undefined
  find(owner: Owner, sort: Uint8Array): Head | undefined
  byId(id: number): Head | undefined
  /** Sessions after an id in the order of code units, up to a limit; -1 for all. */
  list(owner: Owner, behind: Uint8Array, limit: number): readonly Head[]
}

const few = 's.id, s.owner, s.created_at, s.changed_revision, s.changed_at, s.waiting'
const all = `${few}, s.name, s.forked_from, s.forked_at`
const owned = 'FROM sessions s WHERE s.owner = (SELECT id FROM owners WHERE tenant = ? AND user = ? AND agent = ?)'

/**
 * A session's last message holds the state of the session, so that appending changes no other row. Only compactions,
 * forks and the creation of an empty session write to the session's own row; the later of the two counts.
 */
export function createHeads(db: SqliteDatabase): Heads {
  const stand = db.prepare(`SELECT ${few} ${owned} AND s.sort = ?`)
  const find = db.prepare(`SELECT ${all} ${owned} AND s.sort = ?`)
  const list = db.prepare(`SELECT ${all} ${owned} AND s.sort > ? ORDER BY s.sort LIMIT ?`)
  const byId = db.prepare(`SELECT ${all} FROM sessions s WHERE s.id = ?`)
  const last = db.prepare(
    'SELECT key, revision, size_before + size AS size, changed_at FROM messages WHERE key >= ? AND key < ? ORDER BY key DESC LIMIT 1',
  )
  const standOf = (row: StandRow): Stand => {
    const { first, behind } = keysOf(row.id)
    const end = last.get(first, behind) as LastRow | undefined
    const isAppend = end !== undefined && end.revision > row.changed_revision
    return {
      id: row.id,
      owner: row.owner,
      revision: isAppend ? end.revision : row.changed_revision,
      length: end === undefined ? 0 : placeOf(end.key).position + 1,
      size: end === undefined ? 0 : end.size,
      createdAt: row.created_at,
      changedAt: isAppend ? end.changed_at : row.changed_at,
      waiting: row.waiting,
    }
  }
  const headOf = (row: HeadRow): Head => ({
    ...standOf(row),
    name: row.name,
    forkedFrom: row.forked_from,
    forkedAt: row.forked_at,
  })
  const maybe = (row: unknown): Head | undefined => (row === undefined ? undefined : headOf(row as HeadRow))
  return {
    stand: ({ tenant, user, agent }, sort) => {
      const row = stand.get(tenant, user, agent, sort) as StandRow | undefined
      return row && standOf(row)
    },
    find: ({ tenant, user, agent }, sort) => maybe(find.get(tenant, user, agent, sort)),
    byId: (id) => maybe(byId.get(id)),
    list: ({ tenant, user, agent }, behind, limit) =>
      (list.all(tenant, user, agent, behind, limit) as HeadRow[]).map(headOf),
  }
}

/** Returns the public information about a session. */
export function infoOf(head: Head): SessionInfo {
  const { name, revision, length, size, createdAt, changedAt, forkedFrom, forkedAt } = head
  return {
    id: name,
    revision,
    length,
    size,
    ...(createdAt === null ? {} : { createdAt: fromKept(createdAt) }),
    ...(changedAt === null ? {} : { updatedAt: fromKept(changedAt) }),
    ...(forkedFrom === null ? {} : { forkedFrom: { session: forkedFrom, at: forkedAt ?? 0 } }),
  }
}

/** Returns the key of a session. */
export function sessionKey(owner: Owner, name: string): SessionKey {
  return { owner, name, sort: sortKey(name) }
}
