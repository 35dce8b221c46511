import type { Extent, Scored } from '@lamella/core/search'
import { checkSearch, type MemoryFilter, type Owner, type SearchRequest } from '@lamella/core/store'
import type { Access } from '../database/access.ts'
import { createOwners } from '../database/owners.ts'
import type { Settings } from '../options.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { createScoreWords } from './keyword-scores.ts'
import type { Ask } from './question.ts'
import { createSearch } from './search.ts'

/** Searchable rows of a table, each belonging to one owner. */
export interface SearchedRows<Row, Stored> {
  readonly kind: 'entry' | 'block'
  byIds(ids: readonly number[]): readonly Row[]
  /** `undefined` if the row is damaged. */
  read(row: Row): Stored | undefined
  /** The date of the row, for recency. */
  dateOf(stored: Stored): string | undefined
  meant(filter: MemoryFilter | undefined): (stored: Stored) => boolean
}

/** Searches the data of an owner. */
export type SearchRows<Stored> = (owner: Owner, request: SearchRequest) => Promise<readonly Scored<Stored>[]>

export function createSearchRows<Row extends { readonly id: number }, Stored extends { readonly text: string }>(
  access: Access,
  ask: Ask,
  vectors: Vectors | undefined,
  { vectorWeight, tell }: Settings,
  { kind, byIds, read, dateOf, meant }: SearchedRows<Row, Stored>,
): SearchRows<Stored> {
  const { db } = access
  const extent = db.prepare(`SELECT ${kind}_count AS count, ${kind}_terms AS terms FROM owners WHERE id = ?`)
  const search = createSearch<Stored>(
    access,
    createOwners(db),
    {
      ask,
      scoreWords: createScoreWords(db, kind),
      extentOf: (owner) => extent.get(owner) as Extent,
      load: (ids) =>
        new Map(
          byIds(ids).flatMap((row) => {
            const stored = read(row)
            return stored ? [[row.id, { date: dateOf(stored), text: stored.text, item: () => stored }] as const] : []
          }),
        ),
    },
    vectors,
    vectorWeight,
    tell,
  )
  return async (owner, request) => {
    const checked = checkSearch(request, vectors ? ['keyword', 'vector', 'hybrid'] : ['keyword'])
    const isMeant = meant(request.filter)
    return search(owner, checked, { item: (found) => isMeant(found.item()) })
  }
}
