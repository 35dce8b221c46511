import type { StoredMemory } from '@lamella/store'
import type { Access } from '../database/access.ts'
import type { Settings } from '../options.ts'
import { createSearchRows, type SearchRows } from '../search/search-rows.ts'
import type { WordSearch } from '../search/word-search.ts'
import type { Texts, Vectors } from '../vectors/vectors.ts'
import { createEntries, readableEntry } from './entries.ts'

/** Finds memories of an owner. */
export type SearchEntries = SearchRows<StoredMemory>

export function createSearchEntries(
  access: Access,
  words: WordSearch,
  vectors: Vectors | undefined,
  settings: Settings,
): SearchEntries {
  const { byIds } = createEntries(access.db)
  const important = access.db.prepare(
    `SELECT 1 FROM entries WHERE owner = ? AND instr(json, '"importance":') > 0 LIMIT 1`,
  )
  return createSearchRows(access, vectors, settings, {
    words,
    byIds,
    read: readableEntry,
    dateOf: ({ date }) => date,
    importanceOf: ({ importance }) => importance,
    hasImportance: (owner) => important.get(owner) !== undefined,
  })
}

/** Entries without a vector, and their texts. */
export function textsOfEntries(access: Access): Texts {
  const waiting = access.db.prepare(`
    SELECT e.id, e.owner, e.json FROM entries e
    LEFT JOIN entry_vectors v ON v.embedder = ? AND v.owner = e.owner AND v.item = e.id
    WHERE e.owner = ? AND e.id > ? AND v.item IS NULL ORDER BY e.id LIMIT 1000
  `)
  const one = access.db.prepare('SELECT json FROM entries WHERE id = ?')
  return {
    waiting: (embedder, owner, behind) =>
      (
        waiting.all(embedder, owner, behind) as { readonly id: number; readonly owner: number; readonly json: string }[]
      ).map(({ id, owner: own, json }) => ({ id, owner: own, text: textOf(json) })),
    textOf: (id) => {
      const row = one.get(id) as { readonly json: string } | undefined
      return row && textOf(row.json)
    },
  }
}

/** Empty if the entry is damaged. */
function textOf(json: string): string {
  try {
    return (JSON.parse(json) as StoredMemory).text
  } catch {
    return ''
  }
}
