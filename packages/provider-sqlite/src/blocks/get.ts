import type { BlockStore } from '@lamella/store'
import { type BlockParts, blockKey } from './block-parts.ts'
import { storedBlock } from './block-rows.ts'

/** Reads the metadata of a block and its text. */
export function createGet({ access, rows }: BlockParts): BlockStore['get'] {
  return async (scope, id) => {
    const { owner, sort } = blockKey(scope, id)
    const row = await access.read(() => rows.findFull(owner, sort))
    return row && storedBlock(row)
  }
}
