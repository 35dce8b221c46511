import { type BlockInfo, type BlockStore, blockMissing, checkRendered, checkUpTo } from '@lamella/store'
import type { VectorItem } from '@lamella/store/search'
import { type BlockParts, blockKey, mustBeReached } from './block-parts.ts'
import { blockInfo } from './block-rows.ts'

/** Sets the text of a block and indexes it. */
export function createSetText(parts: BlockParts): BlockStore['setText'] {
  const { access, rows, words, vectors } = parts
  return async (scope, id, text, upTo) => {
    const key = blockKey(scope, id)
    const [checked, reached] = [checkRendered('text', text), checkUpTo(upTo)]
    const { info, item } = await access.write(
      (): { readonly info: BlockInfo; readonly item: VectorItem | undefined } => {
        const before = rows.findFull(key.owner, key.sort)
        if (!before) throw blockMissing(id)
        mustBeReached(reached, before)
        if (reached < before.text_revision) return { info: blockInfo(before), item: undefined }
        const after = { ...before, text: checked, text_revision: reached }
        const isNew = checked !== before.text
        if (isNew) {
          words.renew(before, after)
          rows.forgetVectors(before.id)
        }
        rows.setText(before.id, checked, reached)
        const { id: number, owner } = before
        return { info: blockInfo(after), item: isNew ? { id: number, owner, text: checked } : undefined }
      },
    )
    if (item) await vectors?.give(item)
    return info
  }
}
