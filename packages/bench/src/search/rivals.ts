import Database from 'better-sqlite3'
import MiniSearch from 'minisearch'

/** Returns the places of the best texts for a question, the best first. Any of its words may match. */
export type FindPlaces = (question: string) => readonly number[]

/** Indexes texts with `minisearch` and its defaults. */
export function minisearchOf(texts: readonly string[], limit: number): FindPlaces {
  const index = new MiniSearch({ fields: ['text'] })
  index.addAll(texts.map((text, id) => ({ id, text })))
  return (question) =>
    index
      .search(question)
      .slice(0, limit)
      .map(({ id }) => id as number)
}

/** Indexes texts with FTS5 of SQLite, in memory. */
export function fts5Of(texts: readonly string[], limit: number, tokenizer = 'unicode61'): FindPlaces {
  const db = new Database(':memory:')
  db.exec(`CREATE VIRTUAL TABLE texts USING fts5(text, tokenize = '${tokenizer}')`)
  const insert = db.prepare('INSERT INTO texts (rowid, text) VALUES (?, ?)')
  db.transaction(() => {
    for (const [place, text] of texts.entries()) insert.run(place, text)
  })()
  const find = db.prepare(`SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ${limit}`).pluck()
  return (question) => {
    const words = question.match(/[\p{L}\p{N}]+/gu) ?? []
    return words.length === 0 ? [] : (find.all(words.map((word) => `"${word}"`).join(' OR ')) as number[])
  }
}
