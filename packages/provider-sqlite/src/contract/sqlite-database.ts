/** What a column holds. */
export type SqliteValue = string | number | bigint | Uint8Array | null

/** The methods of a prepared statement that are used. */
export interface SqliteStatement {
  run(...values: SqliteValue[]): unknown
  get(...values: SqliteValue[]): unknown
  all(...values: SqliteValue[]): unknown[]
}

/**
 * The methods of a database that are used: those of better-sqlite3 and of `DatabaseSync` of `node:sqlite`. Its SQLite needs
 * to have FTS5, and to be 3.43 or later.
 */
export interface SqliteDatabase {
  exec(sql: string): unknown
  prepare(sql: string): SqliteStatement
  close(): unknown
  /** Where it is missing or refuses, vectors are compared without sqlite-vec. */
  loadExtension?(path: string): unknown
}
