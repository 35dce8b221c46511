import { blockMissing, type RawBlocks } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import { removeVectors, unindexTexts } from '../search/remove-texts.ts'
import { type BlockParts, mustBeReached, partOf } from './block-parts.ts'
import { blockInfo, textOf } from './block-rows.ts'

/** Sets the text of a block. Its words are indexed by the next search; those of the old text are removed at once. */
export function createSetText({ database, rows, vectors }: BlockParts): RawBlocks['setText'] {
  return async (owner, id, text, upTo) => {
    const { info, item } = await database.write(owner.tenant, async (statements) => {
      const before = await rows.find(statements, owner, sortKey(id), true)
      if (!before) throw blockMissing(id)
      mustBeReached(upTo, before)
      if (upTo < before.text_revision) return { info: blockInfo(before), item: undefined }
      const isNew = text !== textOf(before)
      const after = {
        ...before,
        ...{ text: JSON.stringify(text), text_revision: upTo, waiting: before.waiting || isNew },
      }
      const [part, key] = [partOf(owner, before), Number(before.id)]
      if (isNew) {
        if (!before.waiting) await unindexTexts(database.schema, statements, part, [key])
        await removeVectors(database.schema, statements, part, [key])
      }
      await rows.setText(statements, owner.tenant, after)
      const isGiven = isNew && vectors !== undefined
      return {
        info: blockInfo(after),
        item: isGiven ? { ...part, id: key, item: key, position: 0, text } : undefined,
      }
    })
    if (item) await vectors?.give(item)
    return info
  }
}
