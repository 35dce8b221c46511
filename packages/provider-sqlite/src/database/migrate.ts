import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { sqliteError } from '../errors.ts'

/** Stands in the header of a database of this package: 'LmLa'. */
const applicationId = 0x4c6d4c61

/** The number that a pragma gives. */
function pragmaNumber(db: SqliteDatabase, name: string): number {
  const row = db.prepare(`PRAGMA ${name}`).get() as Readonly<Record<string, unknown>> | undefined
  return Number(Object.values(row ?? {})[0] ?? 0)
}

/**
 * Whether a database has to be brought to the newest version. Changes nothing.
 *
 * @throws LamellaError `DATABASE_NEWER`, `DATABASE_FOREIGN`
 */
export function mustMigrate(db: SqliteDatabase, versions: readonly string[]): boolean {
  const version = pragmaNumber(db, 'user_version')
  const id = pragmaNumber(db, 'application_id')
  const isEmpty = id === 0 && version === 0 && db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined
  if (isEmpty) return true
  if (id !== applicationId) {
    throw sqliteError(
      'DATABASE_FOREIGN',
      'The database has tables of another program.',
      'Give Lamella a file of its own.',
      { applicationId: id, version },
    )
  }
  if (version > versions.length) {
    throw sqliteError(
      'DATABASE_NEWER',
      `The database is of version ${version}; this package knows ${versions.length}.`,
      'Use the @lamella/provider-sqlite that wrote it, or a later one. There is no way back.',
      { version, known: versions.length },
    )
  }
  return version < versions.length
}

/** Brings a database to the newest version, in the transaction of the caller. Another process may have been faster. */
export function migrate(db: SqliteDatabase, versions: readonly string[]): void {
  if (!mustMigrate(db, versions)) return
  for (const sql of versions.slice(pragmaNumber(db, 'user_version'))) db.exec(sql)
  db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${versions.length}`)
}
