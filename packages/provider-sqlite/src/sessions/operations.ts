import type { KeptOperation } from '@lamella/store/search'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'

/** Changes made under a name, so that they are not repeated. Call these methods in a transaction. */
export interface Operations {
  find(session: number, name: string): KeptOperation | undefined
  add(session: number, operation: KeptOperation): void
  /** By revision. */
  list(session: number): readonly KeptOperation[]
}

export function createOperations(db: SqliteDatabase): Operations {
  const columns = 'name, kind, revision, start, length'
  const find = db.prepare(`SELECT ${columns} FROM operations WHERE session = ? AND name = ?`)
  const add = db.prepare(`INSERT INTO operations (session, ${columns}) VALUES (?, ?, ?, ?, ?, ?)`)
  const list = db.prepare(`SELECT ${columns} FROM operations WHERE session = ? ORDER BY revision`)
  return {
    find: (session, name) => find.get(session, name) as KeptOperation | undefined,
    add: (session, { name, kind, revision, start, length }) => add.run(session, name, kind, revision, start, length),
    list: (session) => list.all(session) as KeptOperation[],
  }
}
