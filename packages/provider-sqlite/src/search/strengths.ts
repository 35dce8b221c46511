import { type Extent, type HoldersOf, strengthsOf } from '@lamella/core/search'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { createHoldersOf, type Kind } from './keyword-scores.ts'
import type { Ask } from './question.ts'

/** Texts of one kind. */
interface Group {
  readonly kind: Kind
  readonly ids: readonly number[]
}

/**
 * Returns the share of a query that texts of several kinds contain, 0 to 1, comparable across kinds: for each group by
 * number of the text, without texts that have no word of it. Call it in a transaction.
 */
export type Strengths = (
  owner: number,
  query: string,
  groups: readonly Group[],
) => readonly ReadonlyMap<number, number>[]

export function createStrengths(db: SqliteDatabase, ask: Ask): Strengths {
  const holders: Readonly<Record<Kind, HoldersOf>> = {
    message: createHoldersOf(db, 'message'),
    entry: createHoldersOf(db, 'entry'),
    block: createHoldersOf(db, 'block'),
  }
  const extents = db.prepare(`
    SELECT message_count, message_terms, entry_count, entry_terms, block_count, block_terms FROM owners WHERE id = ?
  `)
  return (owner, query, groups) => {
    const row = (extents.get(owner) ?? {}) as Readonly<Record<string, number>>
    return strengthsOf(
      ask(owner, query),
      groups.map(({ kind, ids }) => {
        const extent: Extent = { count: row[`${kind}_count`] ?? 0, terms: row[`${kind}_terms`] ?? 0 }
        return { ids, extent, holdersOf: holders[kind] }
      }),
    )
  }
}
