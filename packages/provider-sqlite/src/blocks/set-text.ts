import { type BlockInfo, blockMissing, type RawBlocks } from '@lamella/store'
import type { VectorItem } from '@lamella/store/search'
import { sortKey } from '../database/sort-key.ts'
import { type BlockParts, mustBeReached } from './block-parts.ts'
import { blockInfo } from './block-rows.ts'

/** Sets the text of a block and indexes it. */
export function createSetText(parts: BlockParts): RawBlocks['setText'] {
  const { access, rows, words, vectors } = parts
  return async (owner, id, text, upTo) => {
    const { info, item } = await access.write(
      (): { readonly info: BlockInfo; readonly item: VectorItem | undefined } => {
        const before = rows.findFull(owner, sortKey(id))
        if (!before) throw blockMissing(id)
        mustBeReached(upTo, before)
        if (upTo < before.text_revision) return { info: blockInfo(before), item: undefined }
        const after = { ...before, text, text_revision: upTo }
        const isNew = text !== before.text
        if (isNew) {
          words.renew(before, after)
          rows.forgetVectors(before.id)
        }
        rows.setText(before.id, text, upTo)
        return { info: blockInfo(after), item: isNew ? { id: before.id, owner: before.owner, text } : undefined }
      },
    )
    if (item) await vectors?.give(item)
    return info
  }
}
