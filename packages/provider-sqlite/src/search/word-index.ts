import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { termsOf } from './terms.ts'

/** A text in its indexed form. */
export interface Indexed {
  /** Terms of the text itself, each with its owner, and those of its metadata, such as its date. */
  readonly said: string
  readonly around: string
  /** The number of terms of the text, without its metadata. */
  readonly terms: number
}

/** Indexes of words. */
export type WordTable = 'message_index' | 'entry_index' | 'block_index'

/** One full-text index with its texts by number. Call these methods in a transaction. */
export interface WordIndex {
  add(id: number, indexed: Indexed): void
  remove(id: number): void
  /** Returns the problem with the index, or `undefined`. */
  problem(): string | undefined
}

/** Returns the terms of texts as indexed: after the number of their owner, so that owners do not share terms. */
export function indexed(owner: number, said: string, around: string): Indexed {
  const [own, more] = [termsOf(said), termsOf(around)]
  return { said: ownedTerms(owner, own), around: ownedTerms(owner, more), terms: own.length }
}

/**
 * Joins an owner's terms to one text. SQLite's tokenizer `ascii` treats the middle dot as part of a word, and its
 * stemmer treats neither it nor a digit as a vowel, so a word has the same stem after any number.
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
