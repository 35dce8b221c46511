import { type Granted, notShared, type Owner, type RawSharing } from '@lamella/store'
import type { Access } from '../database/access.ts'
import { createOwners, idsOf } from '../database/owners.ts'
import type { Purge } from '../database/purge.ts'
import type { BlockBytes } from './block-bytes.ts'
import { type BlockRow, blockColumns, blockInfo, type MetaRow, mustExist } from './block-rows.ts'

/** How a block is shared. */
interface ShareRow {
  readonly permission: string
  readonly write: number
}

/** A share with its block and the owner of the block. */
type SharedRow = ShareRow & MetaRow & Owner

/** Creates the methods of sharing: rows that reference the block and the grantee. */
export function createSharing(
  { db, read, write }: Access,
  purge: Purge,
  bytes: BlockBytes,
  find: (owner: Owner, id: string) => BlockRow | undefined,
): Omit<RawSharing, 'hasVectors' | 'searchShared'> {
  const owners = createOwners(db)
  const put = db.prepare(`
    INSERT INTO block_shares (block, grantee, permission, write) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET permission = excluded.permission, write = excluded.write
  `)
  const one = db.prepare('SELECT permission, write FROM block_shares WHERE block = ? AND grantee = ?')
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
  /** Finds a block of an owner that is shared with a grantee, and its share. Call it in a transaction. */
  const findShare = (grantee: Owner, owner: Owner, id: string): (ShareRow & { readonly row: BlockRow }) | undefined => {
    const [row, number] = [find(owner, id), owners.find(grantee)]
    if (row === undefined || number === undefined) return undefined
    const share = one.get(row.id, number) as ShareRow | undefined
    return share && { ...share, row }
  }
  return {
    share: (owner, id, { grantee, permission, write: mayWrite }) =>
      write(() => {
        put.run(mustExist(find(owner, id), id).id, owners.make(grantee), permission, mayWrite ? 1 : 0)
      }),
    unshare: (owner, id, grantee) =>
      purge.deleting(() => {
        const [row, number] = [find(owner, id), owners.find(grantee)]
        if (row === undefined || number === undefined || remove.get(row.id, number) === undefined) return false
        // The name of the grantee may be stored nowhere else.
        if (owners.forget([number])) purge.mark()
        return true
      }),
    shares: async (owner, id) => {
      const all = await read(() => {
        const row = find(owner, id)
        return row === undefined ? [] : (given.all(row.id) as (ShareRow & Owner)[])
      })
      return all.map(({ permission, write: mayWrite, ...grantee }) => ({ grantee, permission, write: mayWrite === 1 }))
    },
    listShared: async (to) => (await read(() => got.all(...idsOf(to)) as SharedRow[])).map(granted),
    findShared: async (to, owner, label) => {
      const row = await read(() => byLabel.get(...idsOf(to), ...idsOf(owner), label) as SharedRow | undefined)
      return row && granted(row)
    },
    readShared: (grantee, owner, id, since) =>
      read(() => {
        const found = findShare(grantee, owner, id)
        return found && bytes.read(found.row, since)
      }),
    appendShared: (grantee, owner, id, update, change) =>
      write(() => {
        const found = findShare(grantee, owner, id)
        const accepts = change.permission === undefined || change.permission === found?.permission
        if (found?.write !== 1 || !accepts) throw notShared(id)
        return bytes.append(found.row, update, change)
      }),
  }
}

/** Returns what the grantee of a block may see of it. */
function granted(row: SharedRow): Granted {
  const { tenant, user, agent, permission, write } = row
  return { owner: { tenant, user, agent }, block: blockInfo(row), permission, write: write === 1 }
}
