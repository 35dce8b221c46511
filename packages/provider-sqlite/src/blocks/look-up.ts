import type { BlockInfo, RawBlocks } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import type { BlockParts } from './block-parts.ts'
import { blockInfo, storedBlock } from './block-rows.ts'

/** Reads the metadata of a block and its text. */
export function createGet({ access, rows }: BlockParts): RawBlocks['get'] {
  return async (owner, id) => {
    const row = await access.read(() => rows.findFull(owner, sortKey(id)))
    return row && storedBlock(row)
  }
}

/** Finds a block by its label. */
export function createFind({ access, rows }: BlockParts): RawBlocks['find'] {
  return async (owner, label) => {
    const row = await access.read(() => rows.byLabel(owner, label))
    return row && blockInfo(row)
  }
}

/** The number of blocks per read. */
const step = 500

/** Lists blocks, in batches if a filter leaves some out. */
export function createList(parts: BlockParts): RawBlocks['list'] {
  const { access, rows } = parts
  return (owner, { after = '', limit, accepts }) =>
    access.read(() => {
      const found: BlockInfo[] = []
      for (let behind = sortKey(after); ; ) {
        const part = rows.list(owner, behind, Math.min(step, limit + 1))
        for (const row of part) {
          const { kind, label, content_revision: contentRevision, text_revision: textRevision } = row
          if (!accepts({ kind, label, contentRevision, textRevision })) continue
          if (found.length === limit) return { blocks: found, more: true }
          found.push(blockInfo(row))
        }
        const last = part.at(-1)
        if (last === undefined) return { blocks: found, more: false }
        behind = last.sort
      }
    })
}
