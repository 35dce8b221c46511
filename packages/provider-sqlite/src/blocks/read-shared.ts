import { type BlockSharing, checkId, checkSince, ownerOf } from '@lamella/store'
import type { BlockParts } from './block-parts.ts'
import { findShare } from './find-share.ts'

/** Reads the bytes of a block that is shared with a scope. */
export function createReadShared(parts: BlockParts): BlockSharing['readShared'] {
  const { access, bytes } = parts
  return async (scope, owner, id, since) => {
    const [to, from] = [ownerOf(scope), ownerOf(owner)]
    const [checked, seen] = [checkId('id', id), checkSince(since)]
    return access.read(() => {
      const found = findShare(parts, to, from, checked)
      return found && bytes.read(found.row, seen)
    })
  }
}
