import type { Scope } from '@lamella/core'
import {
  type BlockInfo,
  type BlockSharing,
  type BlockStore,
  blockExists,
  blockMissing,
  checkBlock,
  checkBlockChange,
  checkBlockList,
  checkBytes,
  checkChange,
  checkId,
  checkRendered,
  checkSince,
  checkUpTo,
  ownerOf,
  type SearchHit,
  type StoredBlock,
} from '@lamella/core/store'
import type { Access } from '../database/access.ts'
import { toKept } from '../database/instants.ts'
import { createOwners } from '../database/owners.ts'
import type { Purge } from '../database/purge.ts'
import { sortKey } from '../database/sort-key.ts'
import { invalid } from '../errors.ts'
import type { Item, Vectors } from '../vectors/vectors.ts'
import { createBlockBytes, mustBeAt } from './block-bytes.ts'
import { type BlockRow, blockInfo, createBlockRows, type FullRow, storedBlock } from './block-rows.ts'
import { createBlockSharing, createShareRows } from './block-shares.ts'
import { createBlockWords } from './block-words.ts'
import type { SearchBlocks } from './search-blocks.ts'
import type { SearchShared } from './search-shared.ts'

/** Blocks in a database, with everything that a block store can have. */
export type SqliteBlocks = Required<BlockStore & BlockSharing>

/** Blocks that are read together where a filter leaves out some. */
const step = 500

export function createBlocks(
  access: Access,
  purge: Purge,
  search: (...args: Parameters<SearchBlocks>) => Promise<readonly SearchHit<StoredBlock>[]>,
  searchShared: SearchShared,
  vectors: Vectors | undefined,
  close: () => Promise<void>,
): SqliteBlocks {
  const { db } = access
  const owners = createOwners(db)
  const rows = createBlockRows(db)
  const bytes = createBlockBytes(db)
  const words = createBlockWords(db)
  const shares = createShareRows(db)

  const mustFind = ({ id, owner, sort }: BlockKey): BlockRow => {
    const row = rows.find(owner, sort)
    if (!row) throw blockMissing(id)
    return row
  }
  const remove = (row: BlockRow): void => {
    words.remove(row)
    const grantees = shares.granteesOf(row.id)
    rows.remove(row.id)
    owners.forget(grantees)
    purge.mark()
  }

  return {
    spec: 1,
    ...createBlockSharing(access, purge, owners, rows, bytes),
    create: async (scope, block, options) => {
      const owner = ownerOf(scope)
      const { id, label, kind, meta, text, snapshot } = checkBlock(block)
      const { at } = checkChange(options)
      const sort = sortKey(id)
      const { stored, item } = await access.write(() => {
        const there = rows.findFull(owner, sort) ?? rows.byLabel(owner, label)
        if (there) throw blockExists({ id: there.name, label: there.label })
        const number = owners.make(owner)
        const named = { owner: number, sort, name: id, label, kind, meta, text: text ?? '' }
        const indexed = words.of(named)
        const textRevision = text === undefined ? 0 : 1
        const key = rows.add({ ...named, textRevision, at: toKept(at), terms: indexed.terms })
        words.add(key, number, indexed)
        if (snapshot !== undefined) bytes.setSnapshot(key, snapshot, 1)
        return {
          stored: storedBlock(rows.findFull(owner, sort) as FullRow),
          item: { id: key, owner: number, text: named.text },
        }
      })
      if (text !== undefined) await vectors?.give(item)
      return stored
    },
    append: async (scope, id, update, options) => {
      const key = blockKey(scope, id)
      const added = checkBytes('update', update)
      const change = checkChange(options)
      return access.write(() => bytes.append(mustFind(key), added, change))
    },
    change: async (scope, id, change, options) => {
      const { owner, sort } = blockKey(scope, id)
      const checked = checkBlockChange(change)
      const { expectedRevision, at } = checkChange(options)
      return access.write(() => {
        const before = rows.findFull(owner, sort)
        if (!before) throw blockMissing(id)
        mustBeAt(id, before, expectedRevision)
        const { label = before.label, kind = before.kind, meta = before.meta } = checked
        if (label === before.label && kind === before.kind && meta === before.meta) return storedBlock(before)
        const there = label === before.label ? undefined : rows.byLabel(owner, label)
        if (there) throw blockExists({ id: there.name, label: there.label })
        const time = toKept(at)
        const after = {
          ...before,
          ...{ label, kind, meta, revision: before.revision + 1 },
          created_at: before.created_at ?? time,
          updated_at: time ?? before.updated_at,
        }
        rows.rename(after)
        if (label !== before.label) words.renew(after, words.of(after))
        return storedBlock(after)
      })
    },
    compact: async (scope, id, snapshot, upTo) => {
      const key = blockKey(scope, id)
      const [made, reached] = [checkBytes('snapshot', snapshot), checkUpTo(upTo)]
      return access.write(() => {
        const row = mustFind(key)
        mustBeReached(reached, row)
        if (reached >= row.snapshot_revision) bytes.setSnapshot(row.id, made, reached)
        return blockInfo(rows.findFull(key.owner, key.sort) as FullRow)
      })
    },
    setText: async (scope, id, text, upTo) => {
      const key = blockKey(scope, id)
      const [checked, reached] = [checkRendered('text', text), checkUpTo(upTo)]
      const { info, item } = await access.write((): { readonly info: BlockInfo; readonly item: Item | undefined } => {
        const before = rows.findFull(key.owner, key.sort)
        if (!before) throw blockMissing(id)
        mustBeReached(reached, before)
        if (reached < before.text_revision) return { info: blockInfo(before), item: undefined }
        const after = { ...before, text: checked, text_revision: reached }
        const indexed = words.of(after)
        const isNew = checked !== before.text
        if (isNew) {
          words.renew(before, indexed)
          rows.forgetVectors(before.id)
        }
        rows.setText(before.id, checked, reached, indexed.terms)
        const { id: number, owner } = before
        return { info: blockInfo(after), item: isNew ? { id: number, owner, text: checked } : undefined }
      })
      if (item) await vectors?.give(item)
      return info
    },
    read: async (scope, id, since) => {
      const { owner, sort } = blockKey(scope, id)
      const seen = checkSince(since)
      return access.read(() => {
        const row = rows.find(owner, sort)
        return row && bytes.read(row, seen)
      })
    },
    get: async (scope, id) => {
      const { owner, sort } = blockKey(scope, id)
      const row = await access.read(() => rows.findFull(owner, sort))
      return row && storedBlock(row)
    },
    find: async (scope, label) => {
      const owner = ownerOf(scope)
      const checked = checkId('label', label)
      const row = await access.read(() => rows.byLabel(owner, checked))
      return row && blockInfo(row)
    },
    list: async (scope, request) => {
      const owner = ownerOf(scope)
      const { after, limit, isMeant } = checkBlockList(request)
      return access.read(() => {
        const found: BlockInfo[] = []
        for (let behind = sortKey(after ?? ''); ; ) {
          const part = rows.list(owner, behind, Math.min(step, limit + 1))
          for (const row of part) {
            const { kind, label, content_revision: contentRevision, text_revision: textRevision } = row
            if (!isMeant({ kind, label, contentRevision, textRevision })) continue
            if (found.length === limit) return { blocks: found, more: true }
            found.push(blockInfo(row))
          }
          const last = part.at(-1)
          if (last === undefined) return { blocks: found, more: false }
          behind = last.sort
        }
      })
    },
    delete: async (scope, id, options) => {
      const { owner, sort } = blockKey(scope, id)
      const { expectedRevision } = checkChange(options)
      const found = await access.write(() => {
        const row = rows.find(owner, sort)
        mustBeAt(id, row, expectedRevision)
        if (row) remove(row)
        return row !== undefined
      })
      await purge.run()
      return found
    },
    search: async (scope, request) => search(ownerOf(scope), request),
    searchShared,
    erase: async (scope) => {
      const owner = ownerOf(scope)
      const erased = await access.write(() => {
        const ids = owners.within(owner)
        const all = ids.flatMap((id) => rows.allOf(id))
        shares.removeOf(ids)
        for (const row of all) remove(row)
        if (owners.forget(ids)) purge.mark()
        return all.length
      })
      await purge.run()
      return erased
    },
    close,
  }
}

interface BlockKey {
  readonly id: string
  readonly owner: ReturnType<typeof ownerOf>
  readonly sort: Uint8Array
}

function blockKey(scope: Scope, id: string): BlockKey {
  return { id, owner: ownerOf(scope), sort: sortKey(checkId('id', id)) }
}

function mustBeReached(upTo: number, { revision }: BlockRow): void {
  if (upTo > revision) throw invalid('upTo', `is ${upTo}, and the block is at revision ${revision}`)
}
