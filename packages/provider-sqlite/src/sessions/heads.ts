import type { Owner } from '@lamella/store'
import type { KeptSession } from '@lamella/store/search'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { idsOf } from '../database/owners.ts'
import { sortKey } from '../database/sort-key.ts'
import { keysOf, placeOf } from './keys.ts'

/** A session, by its owner and its id. */
export interface SessionKey {
  readonly owner: Owner
  readonly name: string
  readonly sort: Uint8Array
}

/** The columns of a session's row that appending and reading need. Each column costs a tenth of a microsecond. */
interface StateRow {
  /** Its number in the database. */
  readonly id: number
  readonly owner: number
  readonly createdAt: number | null
  readonly changedRevision: number
  readonly changedAt: number | null
  /** 1 if some messages are not indexed yet. */
  readonly waiting: number
}

/** The state of a session. */
export interface SessionState
  extends StateRow,
    Pick<KeptSession, 'revision' | 'length' | 'size' | 'createdAt' | 'changedAt'> {}

/** The state of a session and its metadata. */
export interface Head extends SessionState, KeptSession {}

type HeadRow = StateRow & Pick<Head, 'name' | 'forkedFrom' | 'forkedAt'>

interface LastRow {
  readonly key: number
  readonly revision: number
  readonly size: number
  readonly changed_at: number | null
}

/** Reads the states of sessions. Call these methods in a transaction. */
export interface Heads {
  state(owner: Owner, sort: Uint8Array): SessionState | undefined
  find(owner: Owner, sort: Uint8Array): Head | undefined
  byId(id: number): Head | undefined
  /** Sessions after an id in the order of code units, up to a limit; -1 for all. */
  list(owner: Owner, after: Uint8Array, limit: number): readonly Head[]
}

/** The columns of a session's state, and with them those of its metadata. */
const stateColumns =
  's.id, s.owner, s.created_at AS createdAt, s.changed_revision AS changedRevision, s.changed_at AS changedAt, s.waiting'
const allColumns = `${stateColumns}, s.name, s.forked_from AS forkedFrom, s.forked_at AS forkedAt`
const owned = 'FROM sessions s WHERE s.owner = (SELECT id FROM owners WHERE tenant = ? AND user = ? AND agent = ?)'

/**
 * A session's last message holds the state of the session, so that appending changes no other row. Only compactions,
 * forks and the creation of an empty session write to the session's own row; the later of the two counts.
 */
export function createHeads(db: SqliteDatabase): Heads {
  const state = db.prepare(`SELECT ${stateColumns} ${owned} AND s.sort = ?`)
  const find = db.prepare(`SELECT ${allColumns} ${owned} AND s.sort = ?`)
  const list = db.prepare(`SELECT ${allColumns} ${owned} AND s.sort > ? ORDER BY s.sort LIMIT ?`)
  const byId = db.prepare(`SELECT ${allColumns} FROM sessions s WHERE s.id = ?`)
  const last = db.prepare(
    'SELECT key, revision, size_before + size AS size, changed_at FROM messages WHERE key >= ? AND key < ? ORDER BY key DESC LIMIT 1',
  )
  const withEnd = <Row extends StateRow>(row: Row): Row & SessionState => {
    const keys = keysOf(row.id)
    const end = last.get(keys.first, keys.end) as LastRow | undefined
    const isAppend = end !== undefined && end.revision > row.changedRevision
    return {
      ...row,
      revision: isAppend ? end.revision : row.changedRevision,
      length: end === undefined ? 0 : placeOf(end.key).position + 1,
      size: end === undefined ? 0 : end.size,
      changedAt: isAppend ? end.changed_at : row.changedAt,
    }
  }
  const maybe = <Row extends StateRow>(row: Row | undefined): (Row & SessionState) | undefined => row && withEnd(row)
  return {
    state: (owner, sort) => maybe(state.get(...idsOf(owner), sort) as StateRow | undefined),
    find: (owner, sort) => maybe(find.get(...idsOf(owner), sort) as HeadRow | undefined),
    byId: (id) => maybe(byId.get(id) as HeadRow | undefined),
    list: (owner, after, limit) => (list.all(...idsOf(owner), after, limit) as HeadRow[]).map(withEnd),
  }
}

/** Returns the key of a session. */
export function sessionKey(owner: Owner, name: string): SessionKey {
  return { owner, name, sort: sortKey(name) }
}
