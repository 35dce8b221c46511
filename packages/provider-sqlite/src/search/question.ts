import type { Asked } from '@lamella/core/search'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { termsOf } from './terms.ts'
import { ownedTerms } from './word-index.ts'

/** Turns a query into terms of an owner's index. Call it in a transaction. */
export type Ask = (owner: number, query: string) => readonly Asked[]

/**
 * The maximum number of different words in a query to look up. Each has a list to scan, and a query may be a pasted
 * book.
 */
const most = 1000

/**
 * A query goes through the same tokenizer and stemmer as the texts: those of SQLite, using a small index in the
 * connection's temporary database. So its text never becomes part of an FTS5 query, which has a syntax.
 */
export function createAsk(db: SqliteDatabase): Ask {
  db.exec(`
    CREATE VIRTUAL TABLE IF NOT EXISTS temp.lamella_question USING fts5 (said, tokenize = 'porter ascii', columnsize = 0);
    CREATE VIRTUAL TABLE IF NOT EXISTS temp.lamella_question_words USING fts5vocab (temp, lamella_question, row);
  `)
  const insert = db.prepare('INSERT INTO temp.lamella_question (rowid, said) VALUES (1, ?)')
  const terms = db.prepare('SELECT term, cnt AS count FROM temp.lamella_question_words')
  const remove = db.prepare('DELETE FROM temp.lamella_question')
  return (owner, query) => {
    insert.run(ownedTerms(owner, firstOf(termsOf(query))))
    const asked = terms.all() as Asked[]
    remove.run()
    return asked
  }
}

function firstOf(terms: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  return terms.filter((term) => {
    if (seen.size < most) seen.add(term)
    return seen.has(term)
  })
}
