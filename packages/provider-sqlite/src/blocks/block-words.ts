import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import type { NewText } from '../search/add-texts.ts'
import { storeTerms } from '../search/terms.ts'
import { createWordIndex } from '../search/word-index.ts'

/** The words of blocks: those of the text, and those of the label. Call these methods in a transaction. */
export interface BlockWords {
  add(block: IndexedBlock): void
  /** Replaces the words of a block. */
  renew(before: IndexedBlock, after: IndexedBlock): void
  remove(ids: readonly number[]): void
}

interface IndexedBlock {
  readonly id: number
  readonly owner: number
  readonly text: string
  readonly label: string
}

export function createBlockWords(db: SqliteDatabase): BlockWords {
  const index = createWordIndex(db, 'block')
  return {
    add: (block) => index.add(block.owner, [indexedBlock(block)]),
    renew: (before, after) => {
      index.remove([before.id], storeTerms().words({ text: before.text, label: before.label }))
      index.add(after.owner, [indexedBlock(after)])
    },
    remove: index.remove,
  }
}

/** A block in its indexed form. */
export function indexedBlock({ id, text, label }: Omit<IndexedBlock, 'owner'>): NewText {
  return { id, group: 0, counted: storeTerms().count({ text, label }) }
}
