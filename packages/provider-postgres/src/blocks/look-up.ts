import type { BlockInfo, RawBlocks } from '@lamella/store'
import { fromStored } from '../database/plain-text.ts'
import { sortKey } from '../database/sort-key.ts'
import type { BlockParts } from './block-parts.ts'
import { blockInfo, storedBlock } from './block-rows.ts'

/** Reads the metadata of a block and its text. */
export function createGet({ database, rows }: BlockParts): RawBlocks['get'] {
  return async (owner, id) => {
    const row = await database.read(owner.tenant, (statements) => rows.find(statements, owner, sortKey(id)))
    return row && storedBlock(row)
  }
}

/** Finds a block by its label. */
export function createFind({ database, rows }: BlockParts): RawBlocks['find'] {
  return async (owner, label) => {
    const row = await database.read(owner.tenant, (statements) => rows.byLabel(statements, owner, label))
    return row && blockInfo(row)
  }
}

/** The number of blocks per read. */
const step = 500

/** Lists blocks, in batches if a filter leaves some out. */
export function createList({ database, rows }: BlockParts): RawBlocks['list'] {
  return (owner, { after = '', limit, accepts }) =>
    database.read(owner.tenant, async (statements) => {
      const found: BlockInfo[] = []
      for (let behind = sortKey(after); ; ) {
        const part = await rows.list(statements, owner, behind, Math.min(step, limit + 1))
        for (const row of part) {
          const { content_revision: contentRevision, text_revision: textRevision } = row
          const [kind, label] = [fromStored(row.kind), fromStored(row.label)]
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
