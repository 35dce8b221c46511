import { checkBytes } from '../../check/check-block.ts'
import { checkChange } from '../../check/check-request.ts'
import { notShared } from '../../check/store-errors.ts'
import type { BlockSharing } from '../../contract/block-sharing.ts'
import { appendUpdate } from './block-record.ts'
import type { ShareRecords } from './share-records.ts'

/** Adds an update to a block shared with a scope. */
export function createAppendShared(shares: ShareRecords): BlockSharing['appendShared'] {
  return async (scope, owner, id, update, options = {}) => {
    const share = shares.find(scope, owner, id)
    const bytes = checkBytes('update', update)
    const change = checkChange(options)
    const { permission } = options
    if (share?.write !== true || (permission !== undefined && permission !== share.permission)) throw notShared(id)
    return appendUpdate(shares.recordOf(share), bytes, change)
  }
}
