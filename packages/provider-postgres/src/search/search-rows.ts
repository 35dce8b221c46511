import { importanceIn, type StoredText, type StoreTerms } from '@lamella/ranker-bm25/stores'
import type { CheckedSearch, Filterable, Owner } from '@lamella/store'
import type { Findable, Ranking } from '@lamella/store/search'
import { idsIn, type Statements } from '../database/connector.ts'
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
  /** Its column `waiting` is true for rows that are not in the word index. */
  readonly table: 'entries' | 'blocks'
  /**
   * Locks the newest rows of an owner that are not in the word index, in the order of their numbers, and returns at most
   * `limit`.
   */
  lockWaiting(statements: Statements, part: IndexPart, limit: number): Promise<readonly RowText[]>
  /** Reads rows by number. */
  byIds(statements: Statements, part: IndexPart, ids: readonly number[]): Promise<ReadonlyMap<number, Stored>>
  /** The date of a row, for recency. */
  dateOf(stored: Stored): string | undefined
  /** The importance of the row, 1 to 10. Default: none has any. */
  importanceOf?(stored: Stored): number | undefined
}

/** Searches the data of an owner. */
export type SearchRows<Stored> = (owner: Owner, request: CheckedSearch) => Promise<Ranking<Stored>>

/** Counts them all: to find one, the planner scans a table in which it expects many, although those may be of other owners. */
const waitingCount = (schema: string, table: string): string =>
  `SELECT count(*)::integer AS count FROM ${schema}.${table} WHERE tenant = $1 AND owner = $2 AND waiting`

/** The maximum number of rows to index in one transaction; changes to them wait for it. */
const most = 200

export function createSearchRows<Stored extends Filterable & { readonly text: string }>(
  database: Database,
  setup: SearchSetup,
  vectors: Vectors | undefined,
  settings: Settings,
  rows: SearchedRows<Stored>,
): SearchRows<Stored> {
  const { kind, table, byIds, dateOf, importanceOf = () => undefined } = rows
  const counting = waitingCount(database.schema, table)
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
      indexed: async ({ statements, part: { tenant, owner } }, { count: done }) => {
        const [row] = await statements.query<{ readonly count: number }>(counting, tenant, owner)
        return { of: done + (row?.count ?? 0), done }
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
  { table, lockWaiting }: SearchedRows<Stored>,
): (part: IndexPart, end: number) => Promise<void> {
  const counting = waitingCount(schema, table)
  const indexed = `UPDATE ${schema}.${table} SET waiting = false WHERE tenant = $1 AND id = ANY($2::bigint[])`
  return async (part, end) => {
    const tenant = fromStored(part.tenant)
    let waits = false
    for (;;) {
      const start = performance.now()
      waits ||= await read(tenant, async (statements) => {
        const [row] = await statements.query<{ readonly count: number }>(counting, part.tenant, part.owner)
        return row?.count !== 0
      })
      if (!waits) return
      await write(tenant, async (statements) => {
        const waiting = await lockWaiting(statements, part, most)
        const texts = waiting.map(({ id, group = 0, text, important = false }) => {
          return { item: id, position: 0, group, important, counted: terms.count(text) }
        })
        await addTexts(schema, statements, part, texts)
        await statements.query(indexed, part.tenant, idsIn(waiting))
        // Fewer: either the end, or a search beside this one has indexed some of them. Counting reads all that wait.
        waits = waiting.length === most
      })
      const now = performance.now()
      if (now + (now - start) >= end) return
    }
  }
}
