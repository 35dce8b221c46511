import type { SqliteDatabase, SqliteStatement, SqliteValue } from '../contract/sqlite-database.ts'

/**
 * Returns a database whose statements are prepared when they first run. The stores have more than a hundred, and most
 * programs use few of them: preparing all would take longer than everything else that opening does.
 */
export function withLazyStatements(db: SqliteDatabase): SqliteDatabase {
  return { exec: (sql) => db.exec(sql), prepare: (sql) => new LazyStatement(db, sql), close: () => db.close() }
}

class LazyStatement implements SqliteStatement {
  readonly #db: SqliteDatabase
  readonly #sql: string
  #prepared: SqliteStatement | undefined

  constructor(db: SqliteDatabase, sql: string) {
    this.#db = db
    this.#sql = sql
  }

  run(...values: SqliteValue[]): unknown {
    return this.#statement().run(...values)
  }

  get(...values: SqliteValue[]): unknown {
    return this.#statement().get(...values)
  }

  all(...values: SqliteValue[]): unknown[] {
    return this.#statement().all(...values)
  }

  #statement(): SqliteStatement {
    this.#prepared ??= this.#db.prepare(this.#sql)
    return this.#prepared
  }
}
