import { type BlockStore, checkBytes, checkUpTo } from '@lamella/store'
import { type BlockParts, blockKey, mustBeReached, mustFind } from './block-parts.ts'
import { blockInfo, type FullRow } from './block-rows.ts'

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
