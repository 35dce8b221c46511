import type { BlockParts } from './block-parts.ts'
import type { BlockRow } from './block-rows.ts'

/** Removes a block with its words and its shares. Call it in a transaction. */
export function removeBlock({ rows, words, shares, owners, purge }: BlockParts, row: BlockRow): void {
  words.remove([row.id])
  const grantees = shares.granteesOf(row.id)
  rows.remove(row.id)
  owners.forget(grantees)
  purge.mark()
}
