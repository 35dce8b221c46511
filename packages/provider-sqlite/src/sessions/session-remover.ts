import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import type { Purge } from '../database/purge.ts'
import { kindNumbers } from '../search/kinds.ts'
import { createWordIndex } from '../search/word-index.ts'
import { keysOf } from './keys.ts'

/** Removes sessions with everything derived from them. Call these methods in a transaction. */
export interface SessionRemover {
  one(session: number): void
  /** Removes all sessions of an owner; returns how many. */
  allOf(owner: number): number
}

export function createSessionRemover(db: SqliteDatabase, purge: Purge): SessionRemover {
  const index = createWordIndex(db, 'message')
  const indexed = db.prepare(`
    SELECT json_group_array(id) AS ids FROM indexed_texts WHERE kind = ${kindNumbers.message} AND id >= ? AND id < ?
  `)
  const derived = [
    db.prepare('DELETE FROM message_vectors WHERE item >= ? AND item < ?'),
    db.prepare('DELETE FROM messages WHERE key >= ? AND key < ?'),
  ]
  // Foreign keys delete its compactions, operations and run.
  const remove = db.prepare('DELETE FROM sessions WHERE id = ?')
  const sessions = db.prepare('SELECT id FROM sessions WHERE owner = ?')

  const removeAll = (ids: readonly number[]): void => {
    const ranges = ids.map(keysOf)
    // Together, so that each part of the index is written once.
    index.remove(
      ranges.flatMap(({ first, behind }) => {
        const { ids: keys } = indexed.get(first, behind) as { readonly ids: string }
        return JSON.parse(keys) as number[]
      }),
    )
    for (const { first, behind } of ranges) for (const statement of derived) statement.run(first, behind)
    for (const id of ids) remove.run(id)
    if (ids.length > 0) purge.mark()
  }
  return {
    one: (session) => removeAll([session]),
    allOf: (owner) => {
      const ids = (sessions.all(owner) as { readonly id: number }[]).map(({ id }) => id)
      removeAll(ids)
      return ids.length
    },
  }
}
