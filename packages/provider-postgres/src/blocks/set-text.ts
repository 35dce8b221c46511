import { type BlockStore, blockMissing, checkRendered, checkUpTo } from '@lamella/core/store'
import { type BlockParts, blockKey, mustBeReached } from './block-parts.ts'
import { blockInfo } from './block-rows.ts'

/** Sets the text of a block. */
export function createSetText({ database, rows }: BlockParts): BlockStore['setText'] {
  return async (scope, id, text, upTo) => {
    const { owner, sort } = blockKey(scope, id)
    const [checked, reached] = [checkRendered('text', text), checkUpTo(upTo)]
    return database.write(owner.tenant, async (statements) => {
      const before = await rows.find(statements, owner, sort, true)
      if (!before) throw blockMissing(id)
      mustBeReached(reached, before)
      if (reached < before.text_revision) return blockInfo(before)
      const after = { ...before, text: JSON.stringify(checked), text_revision: reached }
      await rows.setText(statements, owner.tenant, after)
      return blockInfo(after)
    })
  }
}
