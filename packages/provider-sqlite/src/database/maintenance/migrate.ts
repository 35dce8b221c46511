import type { SqliteDatabase } from '../../contract/sqlite-database.ts'
import { sqliteError } from '../../errors.ts'

/** Stands in the header of a database of this package: 'LmLa'. */
const applicationId = 0x4c6d4c61

interface Stand {
  readonly id: number
  readonly version: number
  /** Of tables, indices and whatever else there is. */
  readonly things: number
}

/** What a database says of itself, in one statement and so of one moment: another process may be making it just now. */
function standOf(db: SqliteDatabase): Stand {
  const sql = `SELECT (SELECT count(*) FROM sqlite_schema) AS things,
    (SELECT application_id FROM pragma_application_id) AS id, (SELECT user_version FROM pragma_user_version) AS version`
  return db.prepare(sql).get() as unknown as Stand
}

/**
 * Whether a database has to be brought to the newest version. Changes nothing.
 *
 * @throws LamellaError `DATABASE_NEWER`, `DATABASE_FOREIGN`
 */
export function mustMigrate(db: SqliteDatabase, versions: readonly string[]): boolean {
  const { id, version, things } = standOf(db)
  if (id === 0 && version === 0 && things === 0) return true
  if (id !== applicationId) {
    throw sqliteError(
      'DATABASE_FOREIGN',
      'The database has tables of another program.',
      'Give Lamella a file of its own.',
      { applicationId: id, version },
    )
  }
  mustBeKnown(version, versions.length)
  return version < versions.length
}

/** @throws LamellaError `DATABASE_NEWER` for a database of a version that this package does not know */
export function mustBeKnown(version: number, known: number): void {
  if (version <= known) return
  throw sqliteError(
    'DATABASE_NEWER',
    `The database is of version ${version}; this package knows ${known}.`,
    'Use the @lamella/provider-sqlite that wrote it, or a later one. There is no way back.',
    { version, known },
  )
}

/** Brings a database to the newest version, in the transaction of the caller. Another process may have been faster. */
export function migrate(db: SqliteDatabase, versions: readonly string[]): void {
  if (!mustMigrate(db, versions)) return
  for (const sql of versions.slice(standOf(db).version)) db.exec(sql)
  db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${versions.length}`)
}
