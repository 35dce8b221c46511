import { importanceIn, type StoredText, type StoreTerms } from '@lamella/ranker-bm25/stores'
import type { CheckedSearch, Filterable, Owner } from '@lamella/store'
import type { Findable, Ranking } from '@lamella/store/search'
import type { Statements } from '../database/connector.ts'
import type { Database } from '../database/database.ts'
import { fromStored } from '../database/plain-text.ts'
import type { Settings } from '../options.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { addTexts } from './add-texts.ts'
import type { IndexPart, Kind } from './kinds.ts'
import { createSearch } from './search.ts'
import type { SearchSetup } from './search-setup.ts'

/** A row to index. */
interface RowText {
  readonly id: number
  /** The number of its conversation. Default 0: none. */
  readonly group?: number
  readonly text: StoredText
  /** Whether it has importance. Default `false`. */
  readonly important?: boolean
}

/** Searchable rows of a table, each belonging to one owner. All methods are called in a transaction. */
export interface SearchedRows<Stored> {
  readonly kind: Exclude<Kind, 'message'>
  /** Returns whether an owner has rows that are not in the word index. */
  hasWaiting(statements: Statements, part: IndexPart): Promise<boolean>
  /** Returns how many these are. */
  countWaiting(statements: Statements, part: IndexPart): Promise<number>
  /**
   * Locks the newest rows of an owner that are not in the word index, in the order of their numbers, and returns at most
   * `limit`.
   */
  lockWaiting(statements: Statements, part: IndexPart, limit: number): Promise<readonly RowText[]>
  /** Records that these rows are in the word index. */
  setIndexed(statements: Statements, part: IndexPart, ids: readonly number[]): Promise<void>
  /** Reads rows by number. */
  byIds(statements: Statements, part: IndexPart, ids: readonly number[]): Promise<ReadonlyMap<number, Stored>>
  /** The date of a row, for recency. */
  dateOf(stored: Stored): string | undefined
  /** The importance of the row, 1 to 10. Default: none has any. */
  importanceOf?(stored: Stored): number | undefined
}

/** Searches the data of an owner. */
export type SearchRows<Stored> = (owner: Owner, request: CheckedSearch) => Promise<Ranking<Stored>>

/** The maximum number of rows to index in one transaction; changes to them wait for it. */
const most = 200

export function createSearchRows<Stored extends Filterable & { readonly text: string }>(
  database: Database,
  setup: SearchSetup,
  vectors: Vectors | undefined,
  settings: Settings,
  rows: SearchedRows<Stored>,
): SearchRows<Stored> {
  const { kind, byIds, dateOf, importanceOf = () => undefined } = rows
  const { conversation } = settings
  const catchUp = createRowsCatchUp(database, setup.terms, rows)
  const search = createSearch<Stored>(
    database,
    setup,
    {
      kind,
      catchUp: ({ part }) => catchUp(part, performance.now() + settings.indexingTime),
      load: async ({ statements, part }, ids) => {
        const found = await byIds(statements, part, ids)
        return new Map(
          [...found].map(([id, stored]): [number, Findable<Stored>] => {
            const factor = importanceIn(importanceOf(stored), conversation)
            return [id, { date: dateOf(stored), text: stored.text, fields: stored, factor, item: () => stored }]
          }),
        )
      },
      indexed: async ({ statements, part }, { count: done }) => {
        return { of: done + (await rows.countWaiting(statements, part)), done }
      },
      highestFactor: ({ isImportant }) => (isImportant ? importanceIn(10, conversation) : 1),
    },
    vectors,
    settings,
  )
  return (owner, request) => search(owner, request)
}

/** Returns the function that indexes the rows of an owner that are not indexed yet; no step begins after `end`, but the first. */
export function createRowsCatchUp<Stored>(
  { schema, read, write }: Database,
  terms: StoreTerms,
  { lockWaiting, setIndexed, hasWaiting }: SearchedRows<Stored>,
): (part: IndexPart, end: number) => Promise<void> {
  return async (part, end) => {
    const tenant = fromStored(part.tenant)
    for (;;) {
      const start = performance.now()
      if (!(await read(tenant, (statements) => hasWaiting(statements, part)))) return
      await write(tenant, async (statements) => {
        const waiting = await lockWaiting(statements, part, most)
        const texts = waiting.map(({ id, group = 0, text, important = false }) => {
          return { item: id, position: 0, group, important, counted: terms.count(text) }
        })
        await addTexts(schema, statements, part, texts)
        await setIndexed(
          statements,
          part,
          waiting.map(({ id }) => id),
        )
      })
      const now = performance.now()
      if (now + (now - start) >= end) return
    }
  }
}
