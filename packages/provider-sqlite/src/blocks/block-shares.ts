import {
  type BlockShare,
  type BlockSharing,
  blockMissing,
  checkBytes,
  checkChange,
  checkId,
  checkShare,
  checkSince,
  compareOwners,
  notShared,
  type Owner,
  ownerOf,
  type SharedBlock,
  scopeOf,
} from '@lamella/core/store'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import type { Access } from '../database/access.ts'
import type { Owners } from '../database/owners.ts'
import type { Purge } from '../database/purge.ts'
import { sortKey } from '../database/sort-key.ts'
import type { BlockBytes } from './block-bytes.ts'
import { type BlockRow, type BlockRows, blockColumns, blockInfo, type MetaRow } from './block-rows.ts'

/** Shares, and who loses them. Both are to be called in a transaction. */
export interface BlockShareRows {
  /** Numbers of those that a block is shared with. */
  granteesOf(block: number): readonly number[]
  /** Removes those that owners have got. Those that they gave go with their blocks. */
  removeOf(grantees: readonly number[]): void
}

interface ShareRow {
  readonly permission: string
  readonly write: number
}

type GranteeRow = ShareRow & Owner
type SharedRow = ShareRow & MetaRow & Owner

export function createShareRows(db: SqliteDatabase): BlockShareRows {
  const grantees = db.prepare('SELECT grantee FROM block_shares WHERE block = ?')
  const remove = db.prepare('DELETE FROM block_shares WHERE grantee = ?')
  return {
    granteesOf: (block) => (grantees.all(block) as { readonly grantee: number }[]).map(({ grantee }) => grantee),
    removeOf: (all) => {
      for (const grantee of all) remove.run(grantee)
    },
  }
}

/** Shares of blocks: rows that point at the block and at who can have it. */
export function createBlockSharing(
  access: Access,
  purge: Purge,
  owners: Owners,
  rows: BlockRows,
  bytes: BlockBytes,
): BlockSharing {
  const { db } = access
  const put = db.prepare(`
    INSERT INTO block_shares (block, grantee, permission, write) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET permission = excluded.permission, write = excluded.write
  `)
  const remove = db.prepare('DELETE FROM block_shares WHERE block = ? AND grantee = ? RETURNING block')
  const find = db.prepare('SELECT permission, write FROM block_shares WHERE block = ? AND grantee = ?')
  // In the order of code units, which that of UTF-8 is not: what was read is sorted here.
  const given = db.prepare(`
    SELECT s.permission, s.write, o.tenant, o.user, o.agent FROM block_shares s JOIN owners o ON o.id = s.grantee
    WHERE s.block = ?
  `)
  const shared = `
    SELECT ${blockColumns}, v.meta, s.permission, s.write, o.tenant, o.user, o.agent FROM owners g
      JOIN block_shares s ON s.grantee = g.id JOIN blocks b ON b.id = s.block
      JOIN block_values v ON v.block = b.id JOIN owners o ON o.id = b.owner
    WHERE g.tenant = ? AND g.user = ? AND g.agent = ?`
  const received = db.prepare(shared)
  const byLabel = db.prepare(`${shared} AND o.tenant = ? AND o.user = ? AND o.agent = ? AND b.label = ?`)

  const shareOf = (scope: Owner, owner: Owner, id: string): { row: BlockRow; share: ShareRow } | undefined => {
    const row = rows.find(owner, sortKey(id))
    const grantee = row && owners.find(scope)
    const share = grantee === undefined ? undefined : (find.get(row?.id ?? 0, grantee) as ShareRow | undefined)
    return row && share && { row, share }
  }

  return {
    share: async (scope, id, grantee, options) => {
      const sort = sortKey(checkId('id', id))
      const { owner, grantee: other, permission, write } = checkShare(scope, grantee, options)
      await access.write(() => {
        const row = rows.find(owner, sort)
        if (!row) throw blockMissing(id)
        put.run(row.id, owners.make(other), permission, write ? 1 : 0)
      })
      return { scope: scopeOf(other), permission, write }
    },
    unshare: async (scope, id, grantee) => {
      const [owner, other, sort] = [ownerOf(scope), ownerOf(grantee), sortKey(checkId('id', id))]
      const found = await access.write(() => {
        const row = rows.find(owner, sort)
        const number = owners.find(other)
        if (row === undefined || number === undefined || remove.get(row.id, number) === undefined) return false
        // Whom it was shared with is a name that may be known from nothing else.
        if (owners.forget([number])) purge.mark()
        return true
      })
      await purge.run()
      return found
    },
    shares: async (scope, id) => {
      const [owner, sort] = [ownerOf(scope), sortKey(checkId('id', id))]
      const all = await access.read(() => {
        const row = rows.find(owner, sort)
        return row === undefined ? [] : (given.all(row.id) as GranteeRow[])
      })
      return all.sort(compareOwners).map(blockShare)
    },
    listShared: async (scope) => {
      const { tenant, user, agent } = ownerOf(scope)
      const all = await access.read(() => received.all(tenant, user, agent) as SharedRow[])
      return all.sort((a, b) => compareOwners(a, b) || (a.name < b.name ? -1 : 1)).map(sharedBlock)
    },
    findShared: async (scope, owner, label) => {
      const [to, from, checked] = [ownerOf(scope), ownerOf(owner), checkId('label', label)]
      const names = [to.tenant, to.user, to.agent, from.tenant, from.user, from.agent]
      const row = await access.read(() => byLabel.get(...names, checked) as SharedRow | undefined)
      return row && sharedBlock(row)
    },
    readShared: async (scope, owner, id, since) => {
      const [to, from] = [ownerOf(scope), ownerOf(owner)]
      const [checked, seen] = [checkId('id', id), checkSince(since)]
      return access.read(() => {
        const found = shareOf(to, from, checked)
        return found && bytes.read(found.row, seen)
      })
    },
    appendShared: async (scope, owner, id, update, options = {}) => {
      const [to, from, checked] = [ownerOf(scope), ownerOf(owner), checkId('id', id)]
      const added = checkBytes('update', update)
      const change = checkChange(options)
      const { permission } = options
      return access.write(() => {
        const found = shareOf(to, from, checked)
        const isMeant = permission === undefined || permission === found?.share.permission
        if (found?.share.write !== 1 || !isMeant) throw notShared(id)
        return bytes.append(found.row, added, change)
      })
    },
  }
}

function blockShare({ permission, write, ...grantee }: GranteeRow): BlockShare {
  return { scope: scopeOf(grantee), permission, write: write === 1 }
}

function sharedBlock(row: SharedRow): SharedBlock {
  return { owner: scopeOf(row), block: blockInfo(row), permission: row.permission, write: row.write === 1 }
}
