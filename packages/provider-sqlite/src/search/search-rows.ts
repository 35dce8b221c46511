import { importanceIn } from '@lamella/ranker-bm25/stores'
import type { CheckedSearch, Filterable, Indexed, Owner } from '@lamella/store'
import type { Findable, Ranking } from '@lamella/store/search'
import type { Access } from '../database/access.ts'
import { createOwners } from '../database/owners.ts'
import type { Settings } from '../options.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { createSearch } from './search.ts'
import type { WordSearch } from './word-search.ts'

/** Searchable rows of a table, each belonging to one owner. */
interface SearchedRows<Row, Stored> {
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

type Searchable = Filterable & { readonly text: string }

export function createSearchRows<Row extends { readonly id: number }, Stored extends Searchable>(
  access: Access,
  vectors: Vectors | undefined,
  settings: Settings,
  { words, byIds, read, dateOf, importanceOf = () => undefined, hasImportance }: SearchedRows<Row, Stored>,
): SearchRows<Stored> {
  const { conversation } = settings
  const factorOf = (stored: Stored): number => importanceIn(importanceOf(stored), conversation)
  const search = createSearch<Stored>(
    access,
    createOwners(access.db),
    {
      score: words.score,
      load: (ids) => findableRows(byIds(ids), read, dateOf, factorOf),
      highestFactor: (owner) => (hasImportance?.(owner) ? importanceIn(10, conversation) : 1),
    },
    vectors,
    settings,
  )
  /** Indexed when they are written. */
  const indexed = (id: number): Indexed => {
    const { indexed: of } = words.sizes(id)
    return { of, done: of }
  }
  return (owner, request) => search(owner, request, { indexed })
}

/** Returns rows in the form of a search, by their numbers, without damaged ones. */
export function findableRows<Row extends { readonly id: number }, Stored extends Searchable>(
  rows: readonly Row[],
  read: (row: Row) => Stored | undefined,
  dateOf: (stored: Stored) => string | undefined,
  factorOf: (stored: Stored) => number = () => 1,
): ReadonlyMap<number, Findable<Stored>> {
  const found = new Map<number, Findable<Stored>>()
  for (const row of rows) {
    const stored = read(row)
    if (stored === undefined) continue
    const [date, factor] = [dateOf(stored), factorOf(stored)]
    found.set(row.id, { date, text: stored.text, fields: stored, factor, item: () => stored })
  }
  return found
}
