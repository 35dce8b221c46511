import { checkSearch, type MemoryFilter, type Owner, type SearchRequest } from '@lamella/core/store'
import type { Access } from '../database/access.ts'
import { createOwners } from '../database/owners.ts'
import type { Settings } from '../options.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { createScoreWords, type Extent } from './keyword-scores.ts'
import type { Ask } from './question.ts'
import { createSearch, type Scored } from './search.ts'

/** Rows of a table that are found one by one, and belong to one owner. */
export interface SearchedRows<Row, Stored> {
  readonly kind: 'entry' | 'block'
  byIds(ids: readonly number[]): readonly Row[]
  /** `undefined` where the row is damaged. */
  read(row: Row): Stored | undefined
  /** From when it is, for recency. */
  dateOf(stored: Stored): string | undefined
  meant(filter: MemoryFilter | undefined): (stored: Stored) => boolean
}

/** Finds what an owner has. */
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
