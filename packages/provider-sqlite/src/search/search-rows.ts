import { importanceIn } from '@lamella/ranker-bm25/stores'
import type { CheckedSearch, Filterable, Indexed, Owner } from '@lamella/store'
import type { Ranking } from '@lamella/store/search'
import type { Access } from '../database/access.ts'
import { createOwners } from '../database/owners.ts'
import type { Settings } from '../options.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { createSearch } from './search.ts'
import type { WordSearch } from './word-search.ts'

/** Searchable rows of a table, each belonging to one owner. */
export interface SearchedRows<Row, Stored> {
  readonly words: WordSearch
  byIds(ids: readonly number[]): readonly Row[]
  /** `undefined` if the row is damaged. */
  read(row: Row): Stored | undefined
  /** The date of the row, for recency. */
  dateOf(stored: Stored): string | undefined
  /** The importance of the row, 1 to 10. Default: none has any. */
  importanceOf?(stored: Stored): number | undefined
  /** Whether a row of an owner may have importance: if none has, fewer are read. Default `false`. */
  hasImportance?(owner: number): boolean
}

/** Searches the data of an owner. */
export type SearchRows<Stored> = (owner: Owner, request: CheckedSearch) => Promise<Ranking<Stored>>

export function createSearchRows<
  Row extends { readonly id: number },
  Stored extends Filterable & { readonly text: string },
>(
  access: Access,
  vectors: Vectors | undefined,
  { vectorWeight, conversation, tell }: Settings,
  { words, byIds, read, dateOf, importanceOf = () => undefined, hasImportance }: SearchedRows<Row, Stored>,
): SearchRows<Stored> {
  const { db } = access
  const search = createSearch<Stored>(
    access,
    createOwners(db),
    {
      score: words.score,
      load: (ids) =>
        new Map(
          byIds(ids).flatMap((row) => {
            const stored = read(row)
            if (stored === undefined) return []
            const factor = importanceIn(importanceOf(stored), conversation)
            return [
              [
                row.id,
                { date: dateOf(stored), text: stored.text, fields: stored, factor, item: () => stored },
              ] as const,
            ]
          }),
        ),
      highestFactor: (owner) => (hasImportance?.(owner) ? importanceIn(10, conversation) : 1),
    },
    vectors,
    vectorWeight,
    tell,
  )
  return async (owner, request) => {
    // Indexed when they are written.
    const indexed = (id: number): Indexed => {
      const { indexed: of } = words.sizes(id)
      return { of, done: of }
    }
    return search(owner, request, { indexed })
  }
}
