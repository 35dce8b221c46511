import { type BlockStore, checkChange } from '@lamella/store'
import { mustBeAt } from './block-bytes.ts'
import { type BlockParts, blockKey } from './block-parts.ts'
import { removeBlock } from './remove-block.ts'

/** Deletes a block with everything derived from it. */
export function createDelete(parts: BlockParts): BlockStore['delete'] {
  const { access, purge, rows } = parts
  return async (scope, id, options) => {
    const { owner, sort } = blockKey(scope, id)
    const { expectedRevision } = checkChange(options)
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
