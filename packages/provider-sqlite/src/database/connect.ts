import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { type Access, createAccess } from './access.ts'
import { createFileCheck } from './maintenance/file-check.ts'
import { migrate, mustBeKnown, mustMigrate } from './maintenance/migrate.ts'
import { versions } from './schema.ts'

/** What is promised of an append that has been answered: that it outlives the power (`full`), or the process (`normal`). */
export type Synchronous = 'full' | 'normal'

/** Milliseconds that SQLite itself waits for a lock, asleep. All other waiting lets the process go on. */
const asleep = 5

/**
 * Gets a database ready: settings of the connection, and the tables at their newest version.
 *
 * - WAL: readers and a writer do not wait for each other.
 * - secure_delete: what is deleted is overwritten with zeros.
 *
 * @throws LamellaError `DATABASE_NEWER`, `DATABASE_FOREIGN`, `DATABASE_MOVED`, `DATABASE_BUSY`, `DATABASE_DAMAGED`,
 * `DATABASE_FAILED`
 */
export async function connect(db: SqliteDatabase, synchronous: Synchronous, patience: number): Promise<Access> {
  const version = db.prepare('PRAGMA user_version')
  const access = createAccess(db, patience, {
    call: createFileCheck(db),
    // Another process may use a newer version of this package, and change the tables while this one has them open.
    transaction: () => mustBeKnown((version.get() as { readonly user_version: number }).user_version, versions.length),
  })
  await access.alone(() => {
    db.exec(`PRAGMA busy_timeout = ${asleep}`)
    // A database of somebody else must not be changed, and the mode of the journal is a change.
    mustMigrate(db, versions)
    db.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${synchronous === 'full' ? 'FULL' : 'NORMAL'};
      PRAGMA foreign_keys = ON;
      PRAGMA secure_delete = ON;
    `)
  })
  await access.write(() => migrate(db, versions))
  return access
}
