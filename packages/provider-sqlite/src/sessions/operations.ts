import type { SqliteDatabase } from '../contract/sqlite-database.ts'

/** A change made under a name. */
interface Operation {
  readonly name: string
  readonly kind: 'append' | 'compact'
  /** The revision of the session after it. */
  readonly revision: number
  /** For an append: the position of the first added message. */
  readonly start: number
  /** For an append: the number of messages in the session after it. */
  readonly length: number
}

/** Changes made under a name, so that they are not repeated. Call these methods in a transaction. */
export interface Operations {
  find(session: number, name: string): Operation | undefined
  add(session: number, operation: Operation): void
  /** By revision. */
  list(session: number): readonly Operation[]
}

export function createOperations(db: SqliteDatabase): Operations {
  const columns = 'name, kind, revision, start, length'
  const find = db.prepare(`SELECT ${columns} FROM operations WHERE session = ? AND name = ?`)
  const add = db.prepare(`INSERT INTO operations (session, ${columns}) VALUES (?, ?, ?, ?, ?, ?)`)
  const list = db.prepare(`SELECT ${columns} FROM operations WHERE session = ? ORDER BY revision`)
  return {
    find: (session, name) => find.get(session, name) as Operation | undefined,
    add: (session, { name, kind, revision, start, length }) => add.run(session, name, kind, revision, start, length),
    list: (session) => list.all(session) as Operation[],
  }
}
