import type { Owner } from '@lamella/store'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'

/** Numbers of owners. Call these methods in a transaction. */
export interface Owners {
  /** Returns `undefined` for an owner without data. */
  find(owner: Owner): number | undefined
  /** Finds or creates an owner. */
  make(owner: Owner): number
  /** Owners of a scope and of the narrower ones in it. An empty user or agent matches any. */
  within(owner: Owner): readonly number[]
  /** Removes owners without data, whose names also count as deleted data; returns whether there were any. */
  forget(ids: readonly number[]): boolean
}

export function createOwners(db: SqliteDatabase): Owners {
  const find = db.prepare('SELECT id FROM owners WHERE tenant = ? AND user = ? AND agent = ?')
  const make = db.prepare('INSERT INTO owners (tenant, user, agent) VALUES (?, ?, ?) RETURNING id')
  const within = db.prepare(
    "SELECT id FROM owners WHERE tenant = ? AND user = coalesce(nullif(?, ''), user) AND agent = coalesce(nullif(?, ''), agent)",
  )
  const forget = db.prepare(`
    DELETE FROM owners WHERE id = ?
      AND id NOT IN (SELECT owner FROM sessions) AND id NOT IN (SELECT owner FROM entries)
      AND id NOT IN (SELECT owner FROM blocks) AND id NOT IN (SELECT grantee FROM block_shares)
      AND id NOT IN (SELECT owner FROM blobs) RETURNING id
  `)
  const idOf = (row: unknown): number | undefined => (row as { readonly id: number } | undefined)?.id
  return {
    find: (owner) => idOf(find.get(...idsOf(owner))),
    make: (owner) => idOf(find.get(...idsOf(owner))) ?? (idOf(make.get(...idsOf(owner))) as number),
    within: (owner) => (within.all(...idsOf(owner)) as { readonly id: number }[]).map(({ id }) => id),
    forget: (ids) => ids.filter((id) => forget.get(id) !== undefined).length > 0,
  }
}

/** Returns the ids of an owner as `owners` has them. */
export function idsOf({ tenant, user, agent }: Owner): [tenant: string, user: string, agent: string] {
  return [tenant, user, agent]
}
