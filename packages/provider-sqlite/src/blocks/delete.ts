import { type BlockStore, checkChange, ownerOf } from '@lamella/store'
import { mustBeAt } from './block-bytes.ts'
import { type BlockParts, blockKey } from './block-parts.ts'
import type { BlockRow } from './block-rows.ts'

/** Deletes a block with everything derived from it. */
export function createDelete(parts: BlockParts): BlockStore['delete'] {
  const { access, purge, rows } = parts
  return async (scope, id, options) => {
    const { owner, sort } = blockKey(scope, id)
    const { expectedRevision } = checkChange(options, 'put')
    const found = await access.write(() => {
      const row = rows.find(owner, sort)
      mustBeAt(id, row, expectedRevision)
      if (row) removeBlock(parts, row)
      return row !== undefined
    })
    await purge.run()
    return found
  }
}

/** Erases the blocks and the shares of a scope and of the narrower ones in it. */
export function createErase(parts: BlockParts): Required<BlockStore>['erase'] {
  const { access, purge, owners, rows, shares } = parts
  return async (scope) => {
    const owner = ownerOf(scope)
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
