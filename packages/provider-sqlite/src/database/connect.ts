import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { type Access, createAccess } from './access.ts'
import { withLazyStatements } from './lazy-statements.ts'
import { createFileCheck } from './maintenance/file-check.ts'
import { migrate, mustBeKnown, mustMigrate } from './maintenance/migrate.ts'
import { versions } from './schema.ts'

/**
 * The durability of an acknowledged append: it survives a power failure (`full`), or the end of the process (`normal`).
 */
export type Synchronous = 'full' | 'normal'

/** Milliseconds that SQLite itself waits for a lock, blocking the thread. All other waiting is asynchronous. */
const asleep = 5

/**
 * Prepares a database: connection settings, and tables of the newest version.
 *
 * - WAL: readers and a writer do not wait for each other.
 * - secure_delete: deleted data is overwritten with zeros.
 *
 * @throws LamellaError `FORMAT_NEWER`, `DATABASE_FOREIGN`, `DATABASE_MOVED`, `DATABASE_BUSY`, `DATABASE_DAMAGED`,
 * `DATABASE_FAILED`
 */
export async function connect(db: SqliteDatabase, synchronous: Synchronous, patience: number): Promise<Access> {
  const version = db.prepare('PRAGMA user_version')
  const access = createAccess(db, patience, {
    call: createFileCheck(db),
    // Another process may use a newer version of this package and change the tables while this one has them open.
    transaction: () => mustBeKnown((version.get() as { readonly user_version: number }).user_version, versions.length),
  })
  await access.alone(() => {
    db.exec(`PRAGMA busy_timeout = ${asleep}`)
    // The database of another program must not be changed, and setting the journal mode is a change.
    mustMigrate(db, versions)
    db.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${synchronous === 'full' ? 'FULL' : 'NORMAL'};
      PRAGMA foreign_keys = ON;
      PRAGMA secure_delete = ON;
    `)
  })
  await access.write(() => migrate(db, versions))
  return { ...access, db: withLazyStatements(db) }
}
