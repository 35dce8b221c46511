import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { termsOf } from './terms.ts'

/** A text as it goes into the index. */
export interface Indexed {
  /** Terms of the text itself, each with its owner, and those of what is known of it, such as its date. */
  readonly said: string
  readonly around: string
  /** How many terms the text has. What is known of it makes it no longer. */
  readonly terms: number
}

/** Indexes of words. */
export type WordTable = 'message_index' | 'entry_index' | 'block_index'

/** One full-text index: what is in it, by number. To be called in a transaction. */
export interface WordIndex {
  add(id: number, indexed: Indexed): void
  remove(id: number): void
  /** What the index is wrong about, or `undefined`. */
  problem(): string | undefined
}

/** The terms of texts as the index has them: behind the number of their owner, whom nobody else's words concern. */
export function indexed(owner: number, said: string, around: string): Indexed {
  const [own, more] = [termsOf(said), termsOf(around)]
  return { said: ownedTerms(owner, own), around: ownedTerms(owner, more), terms: own.length }
}

/**
 * Terms of an owner as one text. The middle dot belongs to a word, for SQLite's tokenizer `ascii`, and neither it nor a digit is
 * a vowel for its stemmer, so that a word has the same stem behind any number.
 */
export function ownedTerms(owner: number, terms: readonly string[]): string {
  return terms.map((term) => `${owner}·${term}`).join(' ')
}

export function createWordIndex(db: SqliteDatabase, table: WordTable): WordIndex {
  const add = db.prepare(`INSERT INTO ${table} (rowid, said, around) VALUES (?, ?, ?)`)
  const remove = db.prepare(`DELETE FROM ${table} WHERE rowid = ?`)
  const check = db.prepare(`INSERT INTO ${table} (${table}) VALUES ('integrity-check')`)
  return {
    add: (id, { said, around }) => add.run(id, said, around),
    remove: (id) => remove.run(id),
    problem: () => {
      try {
        check.run()
        return undefined
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    },
  }
}
