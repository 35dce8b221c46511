import { blockMissing, type RawBlocks } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import { type BlockParts, mustBeReached } from './block-parts.ts'
import { blockInfo, type FullRow } from './block-rows.ts'

/** Replaces the updates that a snapshot contains with the snapshot. */
export function createCompact({ database, rows }: BlockParts): RawBlocks['compact'] {
  return (owner, id, snapshot, upTo) =>
    database.write(owner.tenant, async (statements) => {
      const row = await rows.find(statements, owner, sortKey(id), true)
      if (!row) throw blockMissing(id)
      mustBeReached(upTo, row)
      if (upTo >= row.snapshot_revision) {
        await rows.setSnapshot(statements, owner.tenant, Number(row.id), snapshot, upTo)
      }
      return blockInfo((await rows.find(statements, owner, row.sort)) as FullRow)
    })
}
