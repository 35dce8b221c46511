import { type BlockStore, checkId, ownerOf } from '@lamella/store'
import type { BlockParts } from './block-parts.ts'
import { blockInfo } from './block-rows.ts'

/** Finds a block by its label. */
export function createFind({ access, rows }: BlockParts): BlockStore['find'] {
  return async (scope, label) => {
    const owner = ownerOf(scope)
    const checked = checkId('label', label)
    const row = await access.read(() => rows.byLabel(owner, checked))
    return row && blockInfo(row)
  }
}
