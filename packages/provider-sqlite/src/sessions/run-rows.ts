import type { ExportedRun } from '@lamella/core/store'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'

/** The states of runs, one for each session. Call these methods in a transaction. */
export interface RunRows {
  find(session: number): ExportedRun | undefined
  /** Writes a state in place of the one before; returns whether there was one. */
  put(session: number, run: ExportedRun): boolean
  /** Copies the state of another session's run, as of revision 1. */
  copy(from: number, into: number): void
}

/**
 * A row begins with a page of zeros, so its state is on overflow pages only. When a state is replaced, SQLite overwrites
 * those pages, or fills them with zeros and frees them (secure_delete). Without the zeros, the beginning of the state
 * would be on a page with other rows, and a copy of it could stay where SQLite has moved it from.
 */
export function createRunRows(db: SqliteDatabase): RunRows {
  const zeros = 'zeroblob((SELECT page_size FROM pragma_page_size))'
  const find = db.prepare('SELECT revision, json AS text FROM runs WHERE session = ?')
  const there = db.prepare('SELECT 1 FROM runs WHERE session = ?')
  const put = db.prepare(`
    INSERT INTO runs (session, revision, zeros, json) VALUES (?, ?, ${zeros}, ?)
    ON CONFLICT (session) DO UPDATE SET revision = excluded.revision, zeros = excluded.zeros, json = excluded.json
  `)
  const copy = db.prepare(`
    INSERT INTO runs (session, revision, zeros, json) SELECT ?, 1, ${zeros}, json FROM runs WHERE session = ?
  `)
  return {
    find: (session) => find.get(session) as ExportedRun | undefined,
    put: (session, { revision, text }) => {
      const isReplaced = there.get(session) !== undefined
      put.run(session, revision, text)
      return isReplaced
    },
    copy: (from, into) => copy.run(into, from),
  }
}
