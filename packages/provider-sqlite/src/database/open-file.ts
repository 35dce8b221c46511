import { closeSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Database from 'better-sqlite3'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { sqliteError } from '../errors.ts'
import { failure } from './failure.ts'

/** The packages that this process can load. Tests replace it to simulate missing packages. */
export interface Runtime {
  readonly load: (id: string) => unknown
  /** The version of Node-API. */
  readonly napi: number
}

const here: Runtime = { load: createRequire(import.meta.url), napi: Number(process.versions['napi'] ?? 0) }

/**
 * Opens a database file with better-sqlite3, which is loaded on demand. Its errors say how to make it usable.
 *
 * better-sqlite3 13 needs Node-API 10 (Node 22.14): on an older Node it does not throw but crashes the process. So its
 * version is checked first.
 *
 * @throws LamellaError `SQLITE_UNAVAILABLE`, `DATABASE_FAILED`
 */
export function openFile(path: string, { load, napi }: Runtime = here): SqliteDatabase {
  const version = installedVersion(load)
  if (Number.parseInt(version, 10) >= 13 && napi < 10) {
    throw sqliteError(
      'SQLITE_UNAVAILABLE',
      `better-sqlite3 ${version} crashes on Node ${process.versions.node}: it needs 22.14 or later.`,
      'Install better-sqlite3@12, or use a later version of Node.',
      { version },
    )
  }
  const Sqlite = load('better-sqlite3') as typeof Database
  createPrivate(path)
  try {
    return new Sqlite(path)
  } catch (error) {
    const { code } = (error ?? {}) as { readonly code?: unknown }
    const isBuilt = code !== 'ERR_DLOPEN_FAILED' && !String(error).includes('Could not locate the bindings file')
    if (isBuilt) throw failure(error, 0)
    throw sqliteError(
      'SQLITE_UNAVAILABLE',
      'better-sqlite3 has not been built, or was built for another version of Node.',
      'Allow its build script (pnpm approve-builds, npm install-scripts approve) and install again.',
      { version },
      error,
    )
  }
}

/** Creates the file for the owner of the process alone: SQLite gives its mode to all files beside it. */
function createPrivate(path: string): void {
  if (path === '' || path === ':memory:') return
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // It is there, or SQLite says what is wrong with the path.
  }
}

function installedVersion(load: Runtime['load']): string {
  try {
    const { version } = load('better-sqlite3/package.json') as { readonly version: string }
    return version
  } catch (cause) {
    throw sqliteError(
      'SQLITE_UNAVAILABLE',
      'better-sqlite3 is not installed.',
      'Install better-sqlite3, or pass an open database to sqlite(), such as one of node:sqlite.',
      { version: undefined },
      cause,
    )
  }
}
