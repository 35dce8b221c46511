import { type BlockStore, blockMissing, checkBytes, checkUpTo } from '@lamella/store'
import { type BlockParts, blockKey, mustBeReached } from './block-parts.ts'
import { blockInfo, type FullRow } from './block-rows.ts'

/** Replaces the updates that a snapshot contains with the snapshot. */
export function createCompact({ database, rows }: BlockParts): BlockStore['compact'] {
  return async (scope, id, snapshot, upTo) => {
    const { owner, sort } = blockKey(scope, id)
    const [made, reached] = [checkBytes('snapshot', snapshot), checkUpTo(upTo)]
    return database.write(owner.tenant, async (statements) => {
      const row = await rows.find(statements, owner, sort, true)
      if (!row) throw blockMissing(id)
      mustBeReached(reached, row)
      if (reached >= row.snapshot_revision) {
        await rows.setSnapshot(statements, owner.tenant, Number(row.id), made, reached)
      }
      return blockInfo((await rows.find(statements, owner, sort)) as FullRow)
    })
  }
}
