import { notShared, type RawSharing } from '@lamella/store'
import type { BlockParts } from './block-parts.ts'
import { findShare } from './sharing.ts'

/** Adds an update to a block that was shared with a scope. */
export function createAppendShared(parts: BlockParts): RawSharing['appendShared'] {
  const { access, bytes } = parts
  return (grantee, owner, id, update, change) =>
    access.write(() => {
      const found = findShare(parts, grantee, owner, id)
      const accepts = change.permission === undefined || change.permission === found?.share.permission
      if (found?.share.write !== 1 || !accepts) throw notShared(id)
      return bytes.append(found.row, update, change)
    })
}
