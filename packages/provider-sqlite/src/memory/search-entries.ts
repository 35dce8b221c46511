import type { StoredMemory } from '@lamella/store'
import type { Access } from '../database/access.ts'
import type { Settings } from '../options.ts'
import { createSearchRows, type SearchRows } from '../search/search-rows.ts'
import type { WordSearch } from '../search/word-search.ts'
import { type Texts, textsOf, type Vectors } from '../vectors/vectors.ts'
import { type EntryRow, entryColumns, readableEntry } from './entries.ts'

/** Finds memories of an owner. */
export type SearchEntries = SearchRows<StoredMemory>

export function createSearchEntries(
  access: Access,
  words: WordSearch,
  vectors: Vectors | undefined,
  settings: Settings,
): SearchEntries {
  const { db } = access
  const byIds = db.prepare(`SELECT ${entryColumns} FROM entries e WHERE e.id IN (SELECT value FROM json_each(?))`)
  const important = db.prepare(`SELECT 1 FROM entries WHERE owner = ? AND instr(json, '"importance":') > 0 LIMIT 1`)
  return createSearchRows(access, vectors, settings, {
    words,
    byIds: (ids) => byIds.all(JSON.stringify(ids)) as EntryRow[],
    read: readableEntry,
    dateOf: ({ date }) => date,
    importanceOf: ({ importance }) => importance,
    hasImportance: (owner) => important.get(owner) !== undefined,
  })
}

/** Entries without a vector, and their texts. */
export function textsOfEntries({ db }: Access): Texts {
  const waiting = db.prepare(`
    SELECT e.id, e.owner, e.json AS kept FROM entries e
    LEFT JOIN entry_vectors v ON v.embedder = ? AND v.owner = e.owner AND v.item = e.id
    WHERE e.owner = ? AND e.id > ? AND v.item IS NULL ORDER BY e.id LIMIT 1000
  `)
  return textsOf(waiting, db.prepare('SELECT json AS kept FROM entries WHERE id = ?'), (json) => {
    return (JSON.parse(json) as StoredMemory).text
  })
}
