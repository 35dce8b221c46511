import { type BlockStore, checkId, checkSince, ownerOf } from '@lamella/core/store'
import { type BlockParts, blockKey } from './block-parts.ts'
import { blockInfo, storedBlock } from './block-rows.ts'

/** Reads the bytes that are new to a reader. */
export function createRead(parts: BlockParts): BlockStore['read'] {
  const { access, rows, bytes } = parts
  return async (scope, id, since) => {
    const { owner, sort } = blockKey(scope, id)
    const seen = checkSince(since)
    return access.read(() => {
      const row = rows.find(owner, sort)
      return row && bytes.read(row, seen)
    })
  }
}

/** Reads what is known of a block, and its text. */
export function createGet(parts: BlockParts): BlockStore['get'] {
  const { access, rows } = parts
  return async (scope, id) => {
    const { owner, sort } = blockKey(scope, id)
    const row = await access.read(() => rows.findFull(owner, sort))
    return row && storedBlock(row)
  }
}

/** The same by its label, without the text. */
export function createFind(parts: BlockParts): BlockStore['find'] {
  const { access, rows } = parts
  return async (scope, label) => {
    const owner = ownerOf(scope)
    const checked = checkId('label', label)
    const row = await access.read(() => rows.byLabel(owner, checked))
    return row && blockInfo(row)
  }
}
