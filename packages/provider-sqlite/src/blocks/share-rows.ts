import type { Granted, Owner } from '@lamella/store'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { blockColumns, blockInfo, type MetaRow } from './block-rows.ts'

/** How a block is shared. */
export interface ShareRow {
  readonly permission: string
  readonly write: number
}

/** A share with its grantee. */
type GranteeRow = ShareRow & Owner

/** A share with its block and the owner of the block. */
export type SharedRow = ShareRow & MetaRow & Owner

/** Shares of blocks: rows that reference the block and the grantee. Call these methods in a transaction. */
export interface ShareRows {
  put(block: number, grantee: number, permission: string, write: boolean): void
  find(block: number, grantee: number): ShareRow | undefined
  /** Returns whether the share existed. */
  remove(block: number, grantee: number): boolean
  /** The grantees of a block, in no particular order. */
  givenOf(block: number): readonly GranteeRow[]
  /** The blocks shared with a scope, in no particular order. */
  gotBy(grantee: Owner): readonly SharedRow[]
  /** The block with an owner and a label, if it is shared with the scope. */
  byLabel(grantee: Owner, owner: Owner, label: string): SharedRow | undefined
  /** The numbers of a block's grantees. */
  granteesOf(block: number): readonly number[]
  /** Removes the shares granted to owners. The shares they granted go with their blocks. */
  removeOf(grantees: readonly number[]): void
}

export function createShareRows(db: SqliteDatabase): ShareRows {
  const put = db.prepare(`
    INSERT INTO block_shares (block, grantee, permission, write) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET permission = excluded.permission, write = excluded.write
  `)
  const find = db.prepare('SELECT permission, write FROM block_shares WHERE block = ? AND grantee = ?')
  const remove = db.prepare('DELETE FROM block_shares WHERE block = ? AND grantee = ? RETURNING block')
  // Callers sort: SQLite sorts by UTF-8, which differs from the order of code units.
  const given = db.prepare(`
    SELECT s.permission, s.write, o.tenant, o.user, o.agent FROM block_shares s JOIN owners o ON o.id = s.grantee
    WHERE s.block = ?
  `)
  const shared = `
    SELECT ${blockColumns}, v.meta, s.permission, s.write, o.tenant, o.user, o.agent FROM owners g
      JOIN block_shares s ON s.grantee = g.id JOIN blocks b ON b.id = s.block
      JOIN block_values v ON v.block = b.id JOIN owners o ON o.id = b.owner
    WHERE g.tenant = ? AND g.user = ? AND g.agent = ?`
  const got = db.prepare(shared)
  const byLabel = db.prepare(`${shared} AND o.tenant = ? AND o.user = ? AND o.agent = ? AND b.label = ?`)
  const grantees = db.prepare('SELECT grantee FROM block_shares WHERE block = ?')
  const removeGrantee = db.prepare('DELETE FROM block_shares WHERE grantee = ?')
  return {
    put: (block, grantee, permission, write) => put.run(block, grantee, permission, write ? 1 : 0),
    find: (block, grantee) => find.get(block, grantee) as ShareRow | undefined,
    remove: (block, grantee) => remove.get(block, grantee) !== undefined,
    givenOf: (block) => given.all(block) as GranteeRow[],
    gotBy: (to) => got.all(to.tenant, to.user, to.agent) as SharedRow[],
    byLabel: (to, from, label) =>
      byLabel.get(to.tenant, to.user, to.agent, from.tenant, from.user, from.agent, label) as SharedRow | undefined,
    granteesOf: (block) => (grantees.all(block) as { readonly grantee: number }[]).map(({ grantee }) => grantee),
    removeOf: (all) => {
      for (const grantee of all) removeGrantee.run(grantee)
    },
  }
}

/** Returns what the grantee of a block may see of it. */
export function granted(row: SharedRow): Granted {
  const { tenant, user, agent, permission, write } = row
  return { owner: { tenant, user, agent }, block: blockInfo(row), permission, write: write === 1 }
}
