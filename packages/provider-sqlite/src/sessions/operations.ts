import type { SqliteDatabase } from '../contract/sqlite-database.ts'

/** A change that was done under a name. */
interface Operation {
  readonly name: string
  readonly kind: 'append' | 'compact'
  /** Of the session after it. */
  readonly revision: number
  /** Of an append: the first message that was added. */
  readonly start: number
  /** Of an append: messages of the session after it. */
  readonly length: number
}

/** What was done under a name, so that it is not done again. To be called in a transaction. */
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
