import type { RawBlocks } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import { type BlockParts, mustBeReached, mustFind } from './block-parts.ts'
import { blockInfo, type FullRow } from './block-rows.ts'

/** Adds an update. */
export function createAppend(parts: BlockParts): RawBlocks['append'] {
  const { access, bytes } = parts
  return (owner, id, update, change) => access.write(() => bytes.append(mustFind(parts, owner, id), update, change))
}

/** Reads the bytes that are new to a reader. */
export function createRead({ access, rows, bytes }: BlockParts): RawBlocks['read'] {
  return (owner, id, since) =>
    access.read(() => {
      const row = rows.find(owner, sortKey(id))
      return row && bytes.read(row, since)
    })
}

/** Replaces the updates that a snapshot contains with the snapshot. */
export function createCompact(parts: BlockParts): RawBlocks['compact'] {
  const { access, rows, bytes } = parts
  return (owner, id, snapshot, upTo) =>
    access.write(() => {
      const row = mustFind(parts, owner, id)
      mustBeReached(upTo, row)
      if (upTo >= row.snapshot_revision) bytes.setSnapshot(row.id, snapshot, upTo)
      return blockInfo(rows.findFull(owner, row.sort) as FullRow)
    })
}
