import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import type { Purge } from '../database/purge.ts'
import { keysOf } from './keys.ts'

/** Removes sessions with everything derived from them. Call these methods in a transaction. */
export interface SessionRemover {
  one(session: number, owner: number): void
  /** Removes all sessions of an owner; returns how many. */
  allOf(owner: number): number
}

export function createSessionRemover(db: SqliteDatabase, purge: Purge): SessionRemover {
  const counted = db.prepare(
    'SELECT count(*) AS count, coalesce(sum(terms), 0) AS terms FROM message_terms WHERE key >= ? AND key < ?',
  )
  const uncount = db.prepare(
    'UPDATE owners SET message_count = message_count - ?, message_terms = message_terms - ? WHERE id = ?',
  )
  const derived = [
    // Through the terms: in some versions of SQLite, a range of the index itself scans all of it.
    db.prepare('DELETE FROM message_index WHERE rowid IN (SELECT key FROM message_terms WHERE key >= ? AND key < ?)'),
    db.prepare('DELETE FROM message_terms WHERE key >= ? AND key < ?'),
    db.prepare('DELETE FROM message_vectors WHERE item >= ? AND item < ?'),
    db.prepare('DELETE FROM messages WHERE key >= ? AND key < ?'),
  ]
  // Foreign keys delete its compactions, operations and run.
  const remove = db.prepare('DELETE FROM sessions WHERE id = ?')
  const sessions = db.prepare('SELECT id FROM sessions WHERE owner = ?')

  const one = (session: number, owner: number): void => {
    const { first, behind } = keysOf(session)
    const { count, terms } = counted.get(first, behind) as { readonly count: number; readonly terms: number }
    uncount.run(count, terms, owner)
    for (const statement of derived) statement.run(first, behind)
    remove.run(session)
    purge.mark()
  }
  return {
    one,
    allOf: (owner) => {
      const rows = sessions.all(owner) as { readonly id: number }[]
      for (const { id } of rows) one(id, owner)
      return rows.length
    },
  }
}
