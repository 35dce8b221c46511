import { type BlockStore, ownerOf } from '@lamella/store'
import type { BlockParts } from './block-parts.ts'
import { removeBlock } from './remove-block.ts'

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
