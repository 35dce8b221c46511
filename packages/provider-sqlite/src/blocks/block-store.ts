import {
  type BlockSharing,
  type BlockStore,
  blockExists,
  checkedBlocks,
  mustBeAt,
  type Owner,
  valueInvalid,
} from '@lamella/store'
import { kept, resultsOf, runSteps, toKept } from '@lamella/store/search'
import type { Access } from '../database/access.ts'
import { createOwners, idsOf } from '../database/owners.ts'
import type { Purge } from '../database/purge.ts'
import { sortKey } from '../database/sort-key.ts'
import { storeTerms } from '../search/terms.ts'
import { createWordIndex } from '../search/word-index.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { createBlockBytes } from './block-bytes.ts'
import {
  type BlockRow,
  blockColumns,
  blockInfo,
  type FullRow,
  indexedBlock,
  type MetaRow,
  mustExist,
  storedBlock,
} from './block-rows.ts'
import type { SearchBlocks } from './search-blocks.ts'
import type { SearchShared } from './search-shared.ts'
import { createSharing } from './sharing.ts'

/** Creates the block store of a database, with all optional methods. */
export type SqliteBlocks = Required<BlockStore & BlockSharing>

export function createBlocks(
  access: Access,
  purge: Purge,
  search: SearchBlocks,
  searchShared: SearchShared,
  vectors: Vectors | undefined,
  close: () => Promise<void>,
): SqliteBlocks {
  const { db, read, write } = access
  const hasVectors = vectors !== undefined
  const owners = createOwners(db)
  const index = createWordIndex(db, 'block')
  const bytes = createBlockBytes(db)
  const owned = (more: string, join: string): string =>
    `SELECT ${blockColumns}${more} FROM owners o JOIN blocks b ON b.owner = o.id ${join} WHERE o.tenant = ? AND o.user = ? AND o.agent = ?`
  const values = 'JOIN block_values v ON v.block = b.id'
  const one = db.prepare(`${owned('', '')} AND b.sort = ?`)
  const whole = db.prepare(`${owned(', v.meta, v.text', values)} AND b.sort = ?`)
  const byLabel = db.prepare(`${owned(', v.meta', values)} AND b.label = ?`)
  const page = db.prepare(`${owned(', v.meta', values)} AND b.sort > ? ORDER BY b.sort LIMIT ?`)
  const allOf = db.prepare(`SELECT ${blockColumns} FROM blocks b WHERE b.owner = ?`)
  const add = db.prepare(`
    INSERT INTO blocks (owner, sort, name, label, kind, revision, content_revision, text_revision, snapshot_revision,
      snapshot_size, updates, updates_size, created_at, updated_at)
    VALUES (?, ?, ?, ?, ?, 1, 1, ?, 1, 0, 0, 0, ?, ?) RETURNING id
  `)
  const addValues = db.prepare('INSERT INTO block_values (block, meta, text) VALUES (?, ?, ?)')
  const rename = db.prepare(
    'UPDATE blocks SET label = ?, kind = ?, revision = ?, created_at = ?, updated_at = ? WHERE id = ?',
  )
  const setMeta = db.prepare('UPDATE block_values SET meta = ? WHERE block = ?')
  const setText = db.prepare('UPDATE block_values SET text = ? WHERE block = ?')
  const setTextRevision = db.prepare('UPDATE blocks SET text_revision = ? WHERE id = ?')
  const forgetVectors = db.prepare('DELETE FROM block_vectors WHERE item = ?')
  const grantees = db.prepare('SELECT grantee FROM block_shares WHERE block = ?')
  const removeGrantee = db.prepare('DELETE FROM block_shares WHERE grantee = ?')
  // Foreign keys delete the rest.
  const removeBlock = db.prepare('DELETE FROM blocks WHERE id = ?')

  const find = (owner: Owner, id: string): BlockRow | undefined =>
    one.get(...idsOf(owner), sortKey(id)) as BlockRow | undefined
  const findWhole = (owner: Owner, id: string): FullRow | undefined =>
    whole.get(...idsOf(owner), sortKey(id)) as FullRow | undefined
  const labelled = (owner: Owner, label: string): MetaRow | undefined =>
    byLabel.get(...idsOf(owner), label) as MetaRow | undefined
  const renewWords = (before: FullRow, after: FullRow): void => {
    index.remove([before.id], storeTerms().words({ text: before.text, label: before.label }))
    index.add(after.owner, [indexedBlock(after)])
  }
  /** Removes a block with its words and its shares. Call it in a transaction. */
  const remove = ({ id }: BlockRow): void => {
    index.remove([id])
    const shared = grantees.all(id) as { readonly grantee: number }[]
    removeBlock.run(id)
    owners.forget(shared.map(({ grantee }) => grantee))
    purge.mark()
  }

  return checkedBlocks(
    {
      create: async (owner, { id, label, kind, meta, text, snapshot }, at) => {
        const { stored, item } = await write(() => {
          const there = find(owner, id) ?? labelled(owner, label)
          if (there) throw blockExists({ id: there.name, label: there.label })
          const [number, time] = [owners.make(owner), toKept(at)]
          const row = add.get(number, sortKey(id), id, label, kind, text === undefined ? 0 : 1, time, time)
          const { id: key } = row as { readonly id: number }
          const item = { id: key, owner: number, text: text ?? '' }
          addValues.run(key, meta, item.text)
          index.add(number, [indexedBlock({ ...item, label })])
          if (snapshot !== undefined) bytes.setSnapshot(key, snapshot, 1)
          return { stored: storedBlock(findWhole(owner, id) as FullRow), item }
        })
        if (text !== undefined) await vectors?.give(item)
        return stored
      },
      append: (owner, id, update, change) => write(() => bytes.append(mustExist(find(owner, id), id), update, change)),
      change: (owner, id, fields, { expectedRevision, at }) =>
        write(() => {
          const before = mustExist(findWhole(owner, id), id)
          mustBeAt('block', id, expectedRevision, before.revision)
          const { label = before.label, kind = before.kind, meta = before.meta } = fields
          if (label === before.label && kind === before.kind && meta === before.meta) return storedBlock(before)
          const there = label === before.label ? undefined : labelled(owner, label)
          if (there) throw blockExists({ id: there.name, label: there.label })
          const [time, revision] = [toKept(at), before.revision + 1]
          const [createdAt, updatedAt] = [before.created_at ?? time, time ?? before.updated_at]
          const after = { ...before, label, kind, meta, revision, created_at: createdAt, updated_at: updatedAt }
          rename.run(label, kind, revision, createdAt, updatedAt, before.id)
          setMeta.run(meta, before.id)
          if (label !== before.label) renewWords(before, after)
          return storedBlock(after)
        }),
      compact: (owner, id, snapshot, upTo) =>
        write(() => {
          const row = mustExist(find(owner, id), id)
          mustBeReached(upTo, row)
          if (upTo >= row.snapshot_revision) bytes.setSnapshot(row.id, snapshot, upTo)
          return blockInfo(findWhole(owner, id) as FullRow)
        }),
      setText: async (owner, id, text, upTo) => {
        const { info, item } = await write(() => {
          const before = mustExist(findWhole(owner, id), id)
          mustBeReached(upTo, before)
          if (upTo < before.text_revision) return { info: blockInfo(before) }
          const after = { ...before, text, text_revision: upTo }
          const isNew = text !== before.text
          if (isNew) {
            renewWords(before, after)
            forgetVectors.run(before.id)
          }
          setText.run(text, before.id)
          setTextRevision.run(upTo, before.id)
          return { info: blockInfo(after), ...(isNew && { item: after }) }
        })
        if (item) await vectors?.give({ id: item.id, owner: item.owner, text })
        return info
      },
      read: (owner, id, since) =>
        read(() => {
          const row = find(owner, id)
          return row && bytes.read(row, since)
        }),
      get: async (owner, id) => {
        const row = await read(() => findWhole(owner, id))
        return row && storedBlock(row)
      },
      find: async (owner, label) => {
        const row = await read(() => labelled(owner, label))
        return row && blockInfo(row)
      },
      list: (owner, { after = '', limit, accepts }) =>
        read(() => {
          const readRow = (row: MetaRow): MetaRow | undefined => {
            const { kind, label, content_revision: contentRevision, text_revision: textRevision } = row
            return accepts({ kind, label, contentRevision, textRevision }) ? row : undefined
          }
          const { found, more } = runSteps(
            kept.list(sortKey(after), limit, readRow),
            ({ after: last, most }) => page.all(...idsOf(owner), last, most) as MetaRow[],
          )
          return { blocks: found.map(blockInfo), more }
        }),
      delete: (owner, id, { expectedRevision }) =>
        purge.deleting(() => {
          const row = find(owner, id)
          mustBeAt('block', id, expectedRevision, row?.revision)
          if (row) remove(row)
          return row !== undefined
        }),
      erase: (owner) =>
        purge.deleting(() => {
          const ids = owners.within(owner)
          const all = ids.flatMap((id) => allOf.all(id) as BlockRow[])
          for (const id of ids) removeGrantee.run(id)
          for (const row of all) remove(row)
          if (owners.forget(ids)) purge.mark()
          return all.length
        }),
      search: resultsOf(search),
      hasVectors,
      close,
    },
    { ...createSharing(access, purge, bytes, find), searchShared, hasVectors },
  )
}

/** @throws LamellaError `STORE_VALUE_INVALID` for a revision that the block does not have yet */
function mustBeReached(upTo: number, { revision }: BlockRow): void {
  if (upTo > revision) throw valueInvalid('upTo', `is ${upTo}, and the block is at revision ${revision}`)
}
