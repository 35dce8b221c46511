import type { Owner } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import type { BlockParts } from './block-parts.ts'
import type { BlockRow } from './block-rows.ts'
import type { ShareRow } from './share-rows.ts'

/** Finds a block of `owner` that is shared with `scope`, and its share. Call it in a transaction. */
export function findShare(
  { owners, rows, shares }: BlockParts,
  scope: Owner,
  owner: Owner,
  id: string,
): { readonly row: BlockRow; readonly share: ShareRow } | undefined {
  const row = rows.find(owner, sortKey(id))
  const grantee = row && owners.find(scope)
  const share = row && grantee !== undefined ? shares.find(row.id, grantee) : undefined
  return row && share && { row, share }
}
