import { type Owner, sessionMissing } from '@lamella/store'
import type { KeptSession } from '@lamella/store/search'
import type { Statements } from '../database/connector.ts'
import { addressOf, type Owners } from '../database/owners.ts'
import { fromStored, toStored } from '../database/plain-text.ts'
import { sessionEnd } from '../database/schema/session-end.ts'
import { sessionLock } from '../database/schema/session-lock.ts'
import { sortKey } from '../database/sort-key.ts'

/** The state of a session and its metadata. */
export interface Head extends KeptSession {
  /** Its tenant, as stored. */
  readonly tenant: string
  /** Its number. */
  readonly id: number
}

/** A head as a query returns it. */
interface HeadRow extends Omit<Head, 'changedAt'> {
  readonly changed_at: Head['changedAt']
}

/** The state that a new session begins with. Its messages are added afterwards. */
export type NewHead = Omit<Head, 'tenant' | 'id' | 'name' | 'size'>

/** The states of sessions. Call these methods in a transaction of the owner's tenant. */
export interface Heads {
  find(statements: Statements, key: SessionKey): Promise<Head | undefined>
  /** Finds a session and locks it until the transaction ends: nobody else changes it meanwhile. */
  lock(statements: Statements, key: SessionKey): Promise<Head | undefined>
  /** Finds a session and locks its row until the transaction ends: meanwhile, others only append to it. */
  hold(statements: Statements, key: SessionKey): Promise<Head | undefined>
  /** The same as `lock`; creates the session if it does not exist. */
  lockOrMake(statements: Statements, key: SessionKey, head: NewHead): Promise<Head>
  /** The same as `hold`; creates the session if it does not exist. */
  holdOrMake(statements: Statements, key: SessionKey, head: NewHead): Promise<Head>
  /** Creates a session, still without messages; `undefined` if it exists. */
  make(statements: Statements, key: SessionKey, head: NewHead): Promise<Head | undefined>
  /** Sessions after an id in the order of code units, up to a limit; `null` for all. */
  list(statements: Statements, owner: Owner, after: Uint8Array, limit: number | null): Promise<readonly Head[]>
}

/** A session without messages, before its first change. */
export const emptyHead: NewHead = {
  ...{ revision: 0, length: 0, createdAt: null, changedAt: null, forkedFrom: null, forkedAt: null },
}

const columns =
  's.tenant, s.id, s.name, s.created_at AS "createdAt", s.forked_from AS "forkedFrom", s.forked_at AS "forkedAt"'

export function createHeads(schema: string, owners: Owners): Heads {
  const end = sessionEnd(schema, '$1')
  const owned = `SELECT ${columns}, ${end.columns} FROM ${schema}.sessions s ${end.join}
    WHERE s.tenant = $1 AND s.owner = (SELECT o.id FROM ${schema}.owners o WHERE o.tenant = $1 AND o.key = $2)`
  const one = `${owned} AND s.sort = $3`
  const read = async (statements: Statements, text: string, { owner, sort }: SessionKey): Promise<Head | undefined> => {
    const [row] = await statements.query<HeadRow>(text, ...addressOf(owner), sort)
    return row && headOf(row)
  }
  const hold: Heads['hold'] = (statements, key) => read(statements, `${one} FOR UPDATE OF s`, key)
  const locking = `SELECT pg_advisory_xact_lock(${sessionLock(schema, '$1::text', '$2::bytea', '$3::bytea')})`
  const lock: Heads['lock'] = async (statements, key) => {
    await statements.query(locking, ...addressOf(key.owner), key.sort)
    // Another statement, which sees what was committed before the lock was had.
    return hold(statements, key)
  }
  const make: Heads['make'] = async (statements, { owner, name, sort }, head) => {
    const [row] = await statements.query<HeadRow>(
      `INSERT INTO ${schema}.sessions AS s (tenant, owner, sort, name, revision, created_at, changed_at,
         forked_from, forked_at, waiting)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING
       RETURNING ${columns}, s.revision, 0 AS length, 0 AS size, s.changed_at`,
      ...[toStored(owner.tenant), await owners.make(statements, owner), sort, toStored(name)],
      ...[head.revision, head.createdAt, head.changedAt],
      ...[head.forkedFrom === null ? null : toStored(head.forkedFrom), head.forkedAt, head.length > 0],
    )
    return row && headOf(row)
  }
  const orMake =
    (find: Heads['lock']): Heads['lockOrMake'] =>
    async (statements, key, head) => {
      for (;;) {
        // Another connection may make it, or delete it again, between the two.
        const there = (await find(statements, key)) ?? (await make(statements, key, head))
        if (there) return there
      }
    }
  return {
    find: (statements, key) => read(statements, one, key),
    lock,
    hold,
    make,
    lockOrMake: orMake(lock),
    holdOrMake: orMake(hold),
    list: async (statements, owner, after, limit) => {
      const rows = await statements.query<HeadRow>(
        `${owned} AND s.sort > $3 ORDER BY s.sort LIMIT $4`,
        ...[...addressOf(owner), after, limit],
      )
      return rows.map(headOf)
    },
  }
}

/** @throws LamellaError `SESSION_MISSING` */
export function mustExist(head: Head | undefined, session: string): Head {
  if (!head) throw sessionMissing(session)
  return head
}

/** PostgreSQL's clients return `bigint` as a number or as text. */
function headOf({ changed_at, ...row }: HeadRow): Head {
  const { id, name, size, createdAt, forkedFrom } = row
  return {
    ...{ ...row, id: Number(id), name: fromStored(name), size: Number(size) },
    createdAt: createdAt === null ? null : Number(createdAt),
    changedAt: changed_at === null ? null : Number(changed_at),
    forkedFrom: forkedFrom === null ? null : fromStored(forkedFrom),
  }
}

/** A session's place: its owner, its id, and the form of the id that the table is sorted by. */
export interface SessionKey {
  readonly owner: Owner
  readonly name: string
  readonly sort: Uint8Array
}

/** Returns the key of a session. */
export function sessionKey(owner: Owner, name: string): SessionKey {
  return { owner, name, sort: sortKey(name) }
}
