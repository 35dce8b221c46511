import { type BlockInfo, type BlockStore, checkBlockList, ownerOf } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import type { BlockParts } from './block-parts.ts'
import { blockInfo } from './block-rows.ts'

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
