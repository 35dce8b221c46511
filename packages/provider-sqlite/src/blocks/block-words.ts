import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { createWordIndex, type Indexed, indexed } from '../search/word-index.ts'

/** The words of blocks: those of the text, and those of the label as context. Call these methods in a transaction. */
export interface BlockWords {
  of(block: { readonly owner: number; readonly text: string; readonly label: string }): Indexed
  add(id: number, owner: number, words: Indexed): void
  /** @param before The block, with the number of terms that was counted. */
  renew(before: Counted, words: Indexed): void
  remove(before: Counted): void
}

/** A block, and the number of its counted terms. */
interface Counted {
  readonly id: number
  readonly owner: number
  readonly terms: number
}

export function createBlockWords(db: SqliteDatabase): BlockWords {
  const index = createWordIndex(db, 'block_index')
  const counted = db.prepare(
    'UPDATE owners SET block_count = block_count + ?, block_terms = block_terms + ? WHERE id = ?',
  )
  return {
    of: ({ owner, text, label }) => indexed(owner, text, label),
    add: (id, owner, words) => {
      index.add(id, words)
      counted.run(1, words.terms, owner)
    },
    renew: ({ id, owner, terms }, words) => {
      index.remove(id)
      index.add(id, words)
      counted.run(0, words.terms - terms, owner)
    },
    remove: ({ id, owner, terms }) => {
      index.remove(id)
      counted.run(-1, -terms, owner)
    },
  }
}
