import { mustBeAt, type RawBlocks } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import { removeAllTexts, removeTexts } from '../search/remove-texts.ts'
import { type BlockParts, partOf } from './block-parts.ts'

/** Deletes a block with everything derived from it. */
export function createDelete({ database, owners, rows, shares, changed }: BlockParts): RawBlocks['delete'] {
  return async (owner, id, { expectedRevision }) => {
    const found = await database.write(owner.tenant, async (statements) => {
      const row = await rows.find(statements, owner, sortKey(id), true)
      mustBeAt('block', id, expectedRevision, row?.revision)
      if (!row) return false
      const grantees = await shares.granteesOf(statements, owner.tenant, [Number(row.id)])
      await removeTexts(database.schema, statements, partOf(owner, row), [Number(row.id)])
      await rows.remove(statements, owner.tenant, [Number(row.id)])
      // The name of a grantee may be stored nowhere else.
      await owners.forget(statements, owner.tenant, [...grantees, Number(row.owner)])
      return true
    })
    if (found) changed(owner)
    return found
  }
}

/** Erases the blocks and the shares of a scope and of the narrower ones in it. */
export function createErase({ database, owners, rows, shares }: BlockParts): Required<RawBlocks>['erase'] {
  return (owner) =>
    database.write(owner.tenant, async (statements) => {
      const all = await owners.within(statements, owner)
      const blocks = await rows.allOf(statements, owner.tenant, all)
      const grantees = await shares.granteesOf(statements, owner.tenant, blocks)
      await shares.removeOf(statements, owner.tenant, all)
      for (const one of all) await removeAllTexts(database.schema, statements, partOf(owner, { owner: one }))
      await rows.remove(statements, owner.tenant, blocks)
      await owners.forget(statements, owner.tenant, [...grantees, ...all])
      return blocks.length
    })
}
