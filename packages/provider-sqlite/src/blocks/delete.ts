import { mustBeAt, type RawBlocks } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import type { BlockParts } from './block-parts.ts'
import type { BlockRow } from './block-rows.ts'

/** Deletes a block with everything derived from it. */
export function createDelete(parts: BlockParts): RawBlocks['delete'] {
  const { access, purge, rows } = parts
  return async (owner, id, { expectedRevision }) => {
    const found = await access.write(() => {
      const row = rows.find(owner, sortKey(id))
      mustBeAt('block', id, expectedRevision, row?.revision)
      if (row) removeBlock(parts, row)
      return row !== undefined
    })
    await purge.run()
    return found
  }
}

/** Erases the blocks and the shares of a scope and of the narrower ones in it. */
export function createErase(parts: BlockParts): Required<RawBlocks>['erase'] {
  const { access, purge, owners, rows, shares } = parts
  return async (owner) => {
    const erased = await access.write(() => {
      const ids = owners.within(owner)
      const all = ids.flatMap((id) => rows.allOf(id))
      shares.removeOf(ids)
      for (const row of all) removeBlock(parts, row)
      if (owners.forget(ids)) purge.mark()
      return all.length
    })
    await purge.run()
    return erased
  }
}

/** Removes a block with its words and its shares. Call it in a transaction. */
function removeBlock({ rows, words, shares, owners, purge }: BlockParts, row: BlockRow): void {
  words.remove([row.id])
  const grantees = shares.granteesOf(row.id)
  rows.remove(row.id)
  owners.forget(grantees)
  purge.mark()
}
