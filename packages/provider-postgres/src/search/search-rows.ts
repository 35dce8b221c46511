import type { Findable, Scored } from '@lamella/core/search'
import { checkSearch, type MemoryFilter, type Owner, type SearchRequest } from '@lamella/core/store'
import type { Statements } from '../database/connector.ts'
import type { Database } from '../database/database.ts'
import { fromStored } from '../database/plain-text.ts'
import type { Settings } from '../options.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { addTexts } from './add-texts.ts'
import type { IndexPart, Kind } from './kinds.ts'
import { createSearch } from './search.ts'
import type { Terms } from './terms.ts'

/** A row as text: its content, and its metadata, such as tags and the date. */
interface RowText {
  readonly id: number
  readonly text: string
  readonly around: string
}

/** Searchable rows of a table, each belonging to one owner. All methods are called in a transaction. */
export interface SearchedRows<Stored> {
  readonly kind: Exclude<Kind, 'message'>
  /** Returns whether an owner has rows that are not in the word index. */
  hasWaiting(statements: Statements, part: IndexPart): Promise<boolean>
  /**
   * Locks rows of an owner that are not in the word index, in the order of their numbers, and returns at most `limit`.
   */
  lockWaiting(statements: Statements, part: IndexPart, limit: number): Promise<readonly RowText[]>
  /** Records that these rows are in the word index. */
  setIndexed(statements: Statements, part: IndexPart, ids: readonly number[]): Promise<void>
  /** Reads rows by number. */
  byIds(statements: Statements, part: IndexPart, ids: readonly number[]): Promise<ReadonlyMap<number, Stored>>
  /** The date of a row, for recency. */
  dateOf(stored: Stored): string | undefined
  meant(filter: MemoryFilter | undefined): (stored: Stored) => boolean
}

/** Searches the data of an owner. */
export type SearchRows<Stored> = (owner: Owner, request: SearchRequest) => Promise<readonly Scored<Stored>[]>

/** The maximum number of rows to index in one transaction; changes to them wait for it. */
const most = 200

export function createSearchRows<Stored extends { readonly text: string }>(
  database: Database,
  terms: Terms,
  vectors: Vectors | undefined,
  settings: Settings,
  rows: SearchedRows<Stored>,
): SearchRows<Stored> {
  const { kind, byIds, dateOf, meant } = rows
  const search = createSearch<Stored>(
    database,
    terms,
    {
      kind,
      catchUp: createRowsCatchUp(database, terms, rows),
      load: async ({ statements, part }, ids) => {
        const found = await byIds(statements, part, ids)
        return new Map(
          [...found].map(([id, stored]): [number, Findable<Stored>] => [
            id,
            { date: dateOf(stored), text: stored.text, item: () => stored },
          ]),
        )
      },
    },
    vectors,
    settings,
  )
  return async (owner, request) => {
    const checked = checkSearch(request, vectors ? ['keyword', 'vector', 'hybrid'] : ['keyword'])
    const isMeant = meant(request.filter)
    return search(owner, checked, { item: (found) => isMeant(found.item()) })
  }
}

/** Returns the function that indexes the rows of an owner that are not indexed yet. */
export function createRowsCatchUp<Stored>(
  { schema, read, write }: Database,
  terms: Terms,
  { lockWaiting, setIndexed, hasWaiting }: SearchedRows<Stored>,
): (part: IndexPart) => Promise<void> {
  return async (part) => {
    const tenant = fromStored(part.tenant)
    while (await read(tenant, (statements) => hasWaiting(statements, part))) {
      await write(tenant, async (statements) => {
        const waiting = await lockWaiting(statements, part, most)
        const texts = waiting.map(({ id, text, around }) => {
          return { item: id, position: 0, said: terms.of(text), around: terms.of(around) }
        })
        await addTexts(schema, statements, part, texts)
        await setIndexed(
          statements,
          part,
          waiting.map(({ id }) => id),
        )
      })
    }
  }
}
