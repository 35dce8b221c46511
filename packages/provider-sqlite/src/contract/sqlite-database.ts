/** The value of a column. */
export type SqliteValue = string | number | bigint | Uint8Array | null

/** The methods of a prepared statement that this package uses. */
export interface SqliteStatement {
  run(...values: SqliteValue[]): unknown
  get(...values: SqliteValue[]): unknown
  all(...values: SqliteValue[]): unknown[]
}

/**
 * The methods of a database that this package uses: those of better-sqlite3 and of `DatabaseSync` of `node:sqlite`. Its
 * SQLite must have FTS5, and be 3.43 or later.
 */
export interface SqliteDatabase {
  exec(sql: string): unknown
  prepare(sql: string): SqliteStatement
  close(): unknown
  /** Whether the database is open, in better-sqlite3. In node:sqlite, `open` is a method. */
  readonly open?: unknown
  /** Whether the database is open, in node:sqlite. */
  readonly isOpen?: unknown
  /** If it is missing or throws, vectors are compared without sqlite-vec. */
  loadExtension?(path: string): unknown
}
