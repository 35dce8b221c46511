import { type BigIntStats, statSync } from 'node:fs'
import type { SqliteDatabase } from '../../contract/sqlite-database.ts'
import { sqliteError } from '../../errors.ts'

/**
 * Creates a check that the database file is still the one that was opened. A removed or replaced file stays open, and
 * data written to it is lost when it is closed. SQLite only logs this. The check is one `stat`, some 3 microseconds:
 * opening the file a second time would release this process's locks when it is closed
 * (https://sqlite.org/howtocorrupt.html, 2.2).
 *
 * @throws LamellaError from the check: `DATABASE_MOVED`
 */
export function createFileCheck(db: SqliteDatabase): () => void {
  const file = fileOf(db)
  if (file === '') return () => {}
  const opened = statOf(file)
  return () => {
    const now = statOf(file)
    if (now !== undefined && opened !== undefined && now.ino === opened.ino && now.dev === opened.dev) return
    throw sqliteError(
      'DATABASE_MOVED',
      `The database file '${file}' was ${now ? 'replaced' : 'removed'} while it was open.`,
      'Close the stores and open them again. This call wrote nothing.',
      { path: file },
    )
  }
}

/** The absolute path of the database file; '' for an in-memory database. */
export function fileOf(db: SqliteDatabase): string {
  const list = db.prepare('PRAGMA database_list').all() as { readonly name: string; readonly file: string | null }[]
  return list.find(({ name }) => name === 'main')?.file ?? ''
}

function statOf(file: string): BigIntStats | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false })
}
