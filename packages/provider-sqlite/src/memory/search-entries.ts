import { checkSearch, memoryFilter, type Owner, type SearchRequest, type StoredMemory } from '@lamella/core'
import type { Access } from '../database/access.ts'
import { createOwners } from '../database/owners.ts'
import type { Settings } from '../options.ts'
import { createScoreWords, type Extent } from '../search/keyword-scores.ts'
import type { Ask } from '../search/question.ts'
import { createSearch, type Findable, type Scored } from '../search/search.ts'
import type { Texts, Vectors } from '../vectors/vectors.ts'
import { createEntries, readableEntry } from './entries.ts'

/** Finds memories of an owner. */
export type SearchEntries = (owner: Owner, request: SearchRequest) => Promise<readonly Scored<StoredMemory>[]>

export function createSearchEntries(
  access: Access,
  ask: Ask,
  vectors: Vectors | undefined,
  { vectorWeight, tell }: Settings,
): SearchEntries {
  const { db } = access
  const entries = createEntries(db)
  const extent = db.prepare('SELECT entry_count AS count, entry_terms AS terms FROM owners WHERE id = ?')
  const findable = (stored: StoredMemory): Findable<StoredMemory> => ({
    date: stored.date,
    text: stored.text,
    item: () => stored,
  })
  const search = createSearch<StoredMemory>(
    access,
    createOwners(db),
    {
      ask,
      scoreWords: createScoreWords(db, 'entry'),
      extentOf: (owner) => extent.get(owner) as Extent,
      load: (ids) =>
        new Map(
          entries.byIds(ids).flatMap((row) => {
            const stored = readableEntry(row)
            return stored ? [[row.id, findable(stored)] as const] : []
          }),
        ),
    },
    vectors,
    vectorWeight,
    tell,
  )
  return async (owner, request) => {
    const checked = checkSearch(request, vectors ? ['keyword', 'vector', 'hybrid'] : ['keyword'])
    const isMeant = memoryFilter(request.filter)
    return search(owner, checked, { item: (found) => isMeant(found.item()) })
  }
}

/** Which entries have no vector yet, and what they say. */
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

/** Empty where the entry is damaged. */
function textOf(json: string): string {
  try {
    return (JSON.parse(json) as StoredMemory).text
  } catch {
    return ''
  }
}
