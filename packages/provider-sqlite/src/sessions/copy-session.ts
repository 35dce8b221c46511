import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import type { CompactionRows } from './compaction-rows.ts'
import type { Head, SessionKey } from './heads.ts'
import { keyOf, mustHaveRoom } from './keys.ts'
import type { RunRows } from './run-rows.ts'

/** Creates a session from the messages of another one before a position; returns its number. Call it in a transaction. */
export type CopySession = (from: Head, into: SessionKey, at: number) => number

export function createCopySession(db: SqliteDatabase, compactions: CompactionRows, runs: RunRows): CopySession {
  const make = db.prepare(`
    INSERT INTO sessions (owner, sort, name, changed_revision, forked_from, forked_at, waiting)
    VALUES (?, ?, ?, 1, ?, ?, ?) RETURNING id
  `)
  const copy = db.prepare(`
    INSERT INTO messages (key, revision, size_before, size, at, changed_at, json)
    SELECT key + ?, 1, size_before, size, at, NULL, json FROM messages WHERE key >= ? AND key < ? ORDER BY key
  `)
  return (from, into, at) => {
    const row = make.get(from.owner, into.sort, into.name, from.name, at, at > 0 ? 1 : 0)
    const { id } = row as { readonly id: number }
    mustHaveRoom(id, at)
    copy.run(keyOf(id, 0) - keyOf(from.id, 0), keyOf(from.id, 0), keyOf(from.id, at))
    compactions.copy(from.id, id, at)
    runs.copy(from.id, id)
    return id
  }
}
