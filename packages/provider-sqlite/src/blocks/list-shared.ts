import { type BlockSharing, compareOwners, ownerOf } from '@lamella/store'
import type { BlockParts } from './block-parts.ts'
import { sharedBlock } from './share-rows.ts'

/** Lists the blocks that are shared with a scope. */
export function createListShared({ access, shares }: BlockParts): BlockSharing['listShared'] {
  return async (scope) => {
    const owner = ownerOf(scope)
    const all = [...(await access.read(() => shares.gotBy(owner)))]
    return all.sort((a, b) => compareOwners(a, b) || (a.name < b.name ? -1 : 1)).map(sharedBlock)
  }
}
