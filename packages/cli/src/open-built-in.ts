import { closeSync, openSync } from 'node:fs'
import type { SqliteDatabase } from '@lamella/provider-sqlite'

/** The part of `node:sqlite` that is used. */
interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => SqliteDatabase
}

/**
 * Opens a database with the SQLite of Node, which has it without a flag from 22.13 on
 * (https://nodejs.org/docs/latest-v22.x/api/sqlite.html, 2026). A new file is for its owner alone.
 *
 * @returns `undefined` if this Node has none
 */
export function openBuiltIn(path: string): SqliteDatabase | undefined {
  const sqlite = process.getBuiltinModule?.('node:sqlite') as NodeSqlite | undefined
  if (!sqlite) return undefined
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // It is there, or SQLite says what is wrong with the path.
  }
  return new sqlite.DatabaseSync(path)
}
