import { blockExists, type RawBlocks } from '@lamella/store'
import { toKept } from '@lamella/store/search'
import { sortKey } from '../database/sort-key.ts'
import type { BlockParts } from './block-parts.ts'
import { type FullRow, storedBlock } from './block-rows.ts'

/** Creates a block, its words and its snapshot in one transaction. */
export function createCreate(parts: BlockParts): RawBlocks['create'] {
  const { access, owners, rows, bytes, words, vectors } = parts
  return async (owner, { id, label, kind, meta, text, snapshot }, at) => {
    const sort = sortKey(id)
    const { stored, item } = await access.write(() => {
      const there = rows.findFull(owner, sort) ?? rows.byLabel(owner, label)
      if (there) throw blockExists({ id: there.name, label: there.label })
      const number = owners.make(owner)
      const named = { owner: number, sort, name: id, label, kind, meta, text: text ?? '' }
      const textRevision = text === undefined ? 0 : 1
      const key = rows.add({ ...named, textRevision, at: toKept(at) })
      words.add({ ...named, id: key })
      if (snapshot !== undefined) bytes.setSnapshot(key, snapshot, 1)
      return {
        stored: storedBlock(rows.findFull(owner, sort) as FullRow),
        item: { id: key, owner: number, text: named.text },
      }
    })
    if (text !== undefined) await vectors?.give(item)
    return stored
  }
}
