import { blockExists, type RawBlocks } from '@lamella/store'
import { toKept } from '@lamella/store/search'
import { fromStored } from '../database/plain-text.ts'
import { sortKey } from '../database/sort-key.ts'
import { type BlockParts, partOf, writeNamed } from './block-parts.ts'
import { type FullRow, storedBlock } from './block-rows.ts'

/** Creates a block and its snapshot in one transaction. */
export function createCreate({ database, owners, rows, vectors, changed }: BlockParts): RawBlocks['create'] {
  return async (owner, { id, label, kind, meta, text, snapshot }, at) => {
    const sort = sortKey(id)
    const created = await writeNamed(database, owner.tenant, async (statements) => {
      const there = (await rows.find(statements, owner, sort)) ?? (await rows.byLabel(statements, owner, label))
      if (there) throw blockExists({ id: fromStored(there.name), label: fromStored(there.label) })
      const number = await owners.make(statements, owner)
      const named = { owner: number, sort, name: id, label, kind, meta, text, at: toKept(at) }
      const key = await rows.add(statements, owner.tenant, named)
      if (snapshot !== undefined) await rows.setSnapshot(statements, owner.tenant, key, snapshot, 1)
      return { key, row: (await rows.find(statements, owner, sort)) as FullRow }
    })
    changed(owner)
    const { row, key } = created
    const part = partOf(owner, row)
    if (text !== undefined) await vectors?.give({ ...part, id: key, item: key, position: 0, text })
    return storedBlock(row)
  }
}
