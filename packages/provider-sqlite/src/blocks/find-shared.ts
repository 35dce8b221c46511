import { type BlockSharing, checkId, ownerOf } from '@lamella/store'
import type { BlockParts } from './block-parts.ts'
import { sharedBlock } from './share-rows.ts'

/** Finds a block shared with a scope, by its owner and label. */
export function createFindShared({ access, shares }: BlockParts): BlockSharing['findShared'] {
  return async (scope, owner, label) => {
    const [to, from, checked] = [ownerOf(scope), ownerOf(owner), checkId('label', label)]
    const row = await access.read(() => shares.byLabel(to, from, checked))
    return row && sharedBlock(row)
  }
}
