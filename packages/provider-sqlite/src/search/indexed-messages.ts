import type { Indexed } from '@lamella/store'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import type { WordSearch } from './word-search.ts'

/** Returns how far the index of an owner has come, or that of one session, given by its number. Call it in a transaction. */
export type IndexedMessages = (owner: number, session: number | undefined) => Indexed

const left = `(
  SELECT max(m.key) FROM messages m WHERE m.key >= s.id * 100000000 AND m.key < (s.id + 1) * 100000000
) + 1 - s.id * 100000000 - s.indexed`

export function createIndexedMessages(db: SqliteDatabase, words: WordSearch): IndexedMessages {
  const ofOwner = db.prepare(
    `SELECT 0 AS indexed, coalesce(sum(${left}), 0) AS left FROM sessions s WHERE s.owner = ? AND s.waiting = 1`,
  )
  const ofSession = db.prepare(`SELECT s.indexed, coalesce(${left}, 0) AS left FROM sessions s WHERE s.id = ?`)
  return (owner, session) => {
    const row = session === undefined ? ofOwner.get(owner) : ofSession.get(session)
    const waiting = (row ?? { indexed: 0, left: 0 }) as { readonly indexed: number; readonly left: number }
    const sizes = words.sizes(owner)
    const indexed = session === undefined ? sizes.indexed : waiting.indexed
    const of = indexed + waiting.left
    // The tail has all that is left, or nothing.
    return { of, done: sizes.tail > 0 ? of : indexed }
  }
}
