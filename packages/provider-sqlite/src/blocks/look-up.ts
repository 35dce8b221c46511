import { type BlockInfo, type BlockStore, checkBlockList, checkId, ownerOf } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import { type BlockParts, blockKey } from './block-parts.ts'
import { blockInfo, storedBlock } from './block-rows.ts'

/** Reads the metadata of a block and its text. */
export function createGet({ access, rows }: BlockParts): BlockStore['get'] {
  return async (scope, id) => {
    const { owner, sort } = blockKey(scope, id)
    const row = await access.read(() => rows.findFull(owner, sort))
    return row && storedBlock(row)
  }
}

/** Finds a block by its label. */
export function createFind({ access, rows }: BlockParts): BlockStore['find'] {
  return async (scope, label) => {
    const owner = ownerOf(scope)
    const checked = checkId('label', label)
    const row = await access.read(() => rows.byLabel(owner, checked))
    return row && blockInfo(row)
  }
}

/** The number of blocks per read. */
const step = 500

/** Lists blocks, in batches if a filter leaves some out. */
export function createList(parts: BlockParts): BlockStore['list'] {
  const { access, rows } = parts
  return async (scope, request) => {
    const owner = ownerOf(scope)
    const { after, limit, isMeant } = checkBlockList(request)
    return access.read(() => {
      const found: BlockInfo[] = []
      for (let behind = sortKey(after ?? ''); ; ) {
        const part = rows.list(owner, behind, Math.min(step, limit + 1))
        for (const row of part) {
          const { kind, label, content_revision: contentRevision, text_revision: textRevision } = row
          if (!isMeant({ kind, label, contentRevision, textRevision })) continue
          if (found.length === limit) return { blocks: found, more: true }
          found.push(blockInfo(row))
        }
        const last = part.at(-1)
        if (last === undefined) return { blocks: found, more: false }
        behind = last.sort
      }
    })
  }
}
