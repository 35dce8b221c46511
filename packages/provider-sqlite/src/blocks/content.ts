import { type BlockStore, checkBytes, checkChange, checkSince, checkUpTo } from '@lamella/store'
import { type BlockParts, blockKey, mustBeReached, mustFind } from './block-parts.ts'
import { blockInfo, type FullRow } from './block-rows.ts'

/** Adds an update. */
export function createAppend(parts: BlockParts): BlockStore['append'] {
  const { access, bytes } = parts
  return async (scope, id, update, options) => {
    const key = blockKey(scope, id)
    const added = checkBytes('update', update)
    const change = checkChange(options)
    return access.write(() => bytes.append(mustFind(parts, key), added, change))
  }
}

/** Reads the bytes that are new to a reader. */
export function createRead({ access, rows, bytes }: BlockParts): BlockStore['read'] {
  return async (scope, id, since) => {
    const { owner, sort } = blockKey(scope, id)
    const seen = checkSince(since)
    return access.read(() => {
      const row = rows.find(owner, sort)
      return row && bytes.read(row, seen)
    })
  }
}

/** Replaces the updates that a snapshot contains with the snapshot. */
export function createCompact(parts: BlockParts): BlockStore['compact'] {
  const { access, rows, bytes } = parts
  return async (scope, id, snapshot, upTo) => {
    const key = blockKey(scope, id)
    const [made, reached] = [checkBytes('snapshot', snapshot), checkUpTo(upTo)]
    return access.write(() => {
      const row = mustFind(parts, key)
      mustBeReached(reached, row)
      if (reached >= row.snapshot_revision) bytes.setSnapshot(row.id, made, reached)
      return blockInfo(rows.findFull(key.owner, key.sort) as FullRow)
    })
  }
}
