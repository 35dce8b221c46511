import { type BlockSharing, checkBytes, checkChange, checkId, notShared, ownerOf } from '@lamella/store'
import type { BlockParts } from './block-parts.ts'
import { findShare } from './sharing.ts'

/** Adds an update to a block that was shared with a scope. */
export function createAppendShared(parts: BlockParts): BlockSharing['appendShared'] {
  const { access, bytes } = parts
  return async (scope, owner, id, update, options = {}) => {
    const [to, from, checked] = [ownerOf(scope), ownerOf(owner), checkId('id', id)]
    const added = checkBytes('update', update)
    const change = checkChange(options, 'shared')
    const { permission } = options
    return access.write(() => {
      const found = findShare(parts, to, from, checked)
      const isMeant = permission === undefined || permission === found?.share.permission
      if (found?.share.write !== 1 || !isMeant) throw notShared(id)
      return bytes.append(found.row, added, change)
    })
  }
}
