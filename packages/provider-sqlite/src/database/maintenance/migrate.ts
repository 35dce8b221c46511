import { mustReadFormat } from '@lamella/core/plugin'
import type { SqliteDatabase } from '../../contract/sqlite-database.ts'
import { sqliteError } from '../../errors.ts'
import { indexVersion } from '../schema.ts'
import { fillIndexes } from './fill-indexes.ts'

/** The application id in the header of this package's databases: 'LmLa'. */
const applicationId = 0x4c6d4c61

interface SchemaState {
  readonly id: number
  readonly version: number
  /** The number of tables, indices and other objects. */
  readonly things: number
}

/** Reads the database's own description in one statement, and so from one state: another process may be creating it. */
function schemaState(db: SqliteDatabase): SchemaState {
  const sql = `SELECT (SELECT count(*) FROM sqlite_schema) AS things,
    (SELECT application_id FROM pragma_application_id) AS id, (SELECT user_version FROM pragma_user_version) AS version`
  return db.prepare(sql).get() as unknown as SchemaState
}

/**
 * Returns whether a database needs a migration. Changes nothing.
 *
 * @throws LamellaError `FORMAT_NEWER`, `DATABASE_FOREIGN`
 */
export function mustMigrate(db: SqliteDatabase, versions: readonly string[]): boolean {
  const { id, version, things } = schemaState(db)
  if (id === 0 && version === 0 && things === 0) return true
  if (id !== applicationId) {
    throw sqliteError(
      'DATABASE_FOREIGN',
      'The database has tables of another program.',
      'Use a separate file for Lamella.',
      { applicationId: id, version },
    )
  }
  mustBeKnown(version, versions.length)
  return version < versions.length
}

/** @throws LamellaError `FORMAT_NEWER` for a database of a version that this package does not know */
export function mustBeKnown(version: number, known: number): void {
  mustReadFormat(version, { format: 'SQLite database', what: 'The database', known, from: '@lamella/provider-sqlite' })
}

/** Migrates a database to the newest version, in the caller's transaction. Another process may have done it already. */
export function migrate(db: SqliteDatabase, versions: readonly string[]): void {
  if (!mustMigrate(db, versions)) return
  const { version } = schemaState(db)
  for (const sql of versions.slice(version)) db.exec(sql)
  if (version < indexVersion && versions.length >= indexVersion) fillIndexes(db)
  db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${versions.length}`)
}
