import { closeSync, openSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { isLamellaError, type Notice } from '@lamella/core'
import { fileBlobs, fileSessions } from '@lamella/provider-fs'
import type { SqliteDatabase, SqliteStores } from '@lamella/provider-sqlite'
import type { BlobStore, SessionStore } from '@lamella/store'
import { isAddress } from './address.ts'
import { openRegular } from './open-regular.ts'
import { loadOptional, loadPostgres } from './optional.ts'
import { cliError } from './problem.ts'

/** The capabilities that both kinds of store support; only databases can search. */
export type Sessions = Required<Omit<SessionStore, 'prepare' | 'search'>> & Pick<SessionStore, 'search'>

/** An open store. */
export interface OpenedStore {
  readonly sessions: Sessions
  /** What the sessions have put aside. */
  readonly blobs: BlobStore
  /** Checks an SQLite database as a whole. Absent for other stores, whose sessions are checked one by one. */
  readonly check?: () => Promise<readonly Notice[]>
  /** Adds the messages of a tenant to the index of words of a database; returns how many. */
  readonly indexMessages?: SqliteStores['indexMessages']
  /** Rebuilds what an SQLite database can rebuild. Returns the remaining problems. */
  readonly repairAll?: () => Promise<readonly Notice[]>
  /** Repairs the end of a session's file. Returns notices of the changes. */
  readonly repairOne?: (...of: Parameters<Sessions['admin']['verify']>) => Promise<readonly Notice[]>
}

/** Loads the package for databases: it is heavy, so only if there is one. */
type LoadSqlite = () => Promise<{ readonly sqlite: (database: string | SqliteDatabase) => Promise<SqliteStores> }>

/** Options for opening a store. */
export interface OpenOptions {
  /** Whether to create a missing store. Default: a missing store is an error. */
  readonly make?: boolean
  readonly load?: LoadSqlite
  /** Opens a database with the SQLite of Node; `undefined` if it has none. */
  readonly builtIn?: (path: string) => SqliteDatabase | undefined
}

/** The first bytes of every SQLite database: https://sqlite.org/fileformat.html */
const header = Buffer.from('SQLite format 3\0', 'latin1')
const endings = ['.db', '.sqlite', '.sqlite3']

/**
 * Opens the store at a path, a folder of files or an SQLite database, or the PostgreSQL database at an address, and
 * closes it when the task is done.
 *
 * @throws LamellaError `STORE_MISSING`, `STORE_UNKNOWN`, `PACKAGE_MISSING`, and anything that the store and the task
 * throw
 */
export async function withStore<Result>(
  path: string,
  task: (store: OpenedStore) => Promise<Result>,
  options: OpenOptions = {},
): Promise<Result> {
  const { make = false } = options
  if (isAddress(path)) {
    const { postgres } = await loadPostgres()
    const { sessions, blobs, indexMessages, close } = await postgres(path, { migrate: make, maxConnections: 2 })
    return task({ sessions, blobs, indexMessages }).finally(close)
  }
  if ((await kindOf(path, make)) === 'database') {
    const stores = await openDatabase(path, options)
    const { sessions, blobs, check, repair, indexMessages } = stores
    return task({ sessions, blobs, check, repairAll: repair, indexMessages }).finally(stores.close)
  }
  const sessions = fileSessions(path)
  const blobs = fileBlobs(path)
  return task({ sessions, blobs, repairOne: sessions.repair }).finally(blobs.close).finally(sessions.close)
}

/** Checks whether a path is a store rather than a plain file: an address, a folder, or a file with a database header. */
export async function isStore(path: string): Promise<boolean> {
  if (isAddress(path)) return true
  const stats = await stat(path).catch(() => undefined)
  if (!stats?.isFile()) return stats?.isDirectory() ?? false
  return beginsAsDatabase(path)
}

/** Returns whether a path is, or will be, a folder or a database. */
async function kindOf(path: string, make: boolean): Promise<'folder' | 'database'> {
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && make) return undefined
    throw missing(path, error)
  })
  if (stats?.isDirectory()) return 'folder'
  const named = endings.includes(extname(path).toLowerCase())
  if (!stats) return named ? 'database' : 'folder'
  // SQLite treats an empty file as a new database, and would turn it into one.
  if (stats.size === 0 && named && make) return 'database'
  if (stats.isFile() && stats.size > 0 && (named || (await beginsAsDatabase(path)))) return 'database'
  throw unknown(path)
}

async function beginsAsDatabase(path: string): Promise<boolean> {
  const file = await openRegular(path).catch((error: NodeJS.ErrnoException) => {
    throw missing(path, error)
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(header.length), 0, header.length, 0)
    return bytesRead === header.length && header.equals(buffer)
  } finally {
    await file.close()
  }
}

/** Opens a database with better-sqlite3, or with Node's own SQLite where that is not there. */
async function openDatabase(
  path: string,
  { load = () => import('@lamella/provider-sqlite'), builtIn = openBuiltIn }: OpenOptions,
): Promise<SqliteStores> {
  const { sqlite } = await loadOptional(load, `The SQLite database '${path}'`, '@lamella/provider-sqlite')
  try {
    return await sqlite(path)
  } catch (error) {
    const database = isLamellaError(error, 'SQLITE_UNAVAILABLE') ? builtIn(path) : undefined
    if (!database) throw error
    try {
      const stores = await sqlite(database)
      return { ...stores, close: () => stores.close().finally(() => database.close()) }
    } catch (cause) {
      database.close()
      throw cause
    }
  }
}

function missing(path: string, cause: NodeJS.ErrnoException): Error {
  const message =
    cause.code === 'ENOENT' ? `The store '${path}' does not exist.` : `'${path}' cannot be read (${cause.code}).`
  const fix = 'Check the path. Programs create stores, and so does `lamella sessions import`.'
  return cliError('STORE_MISSING', message, fix, { store: path }, cause)
}

function unknown(path: string): Error {
  const message = `'${path}' is neither a folder nor an SQLite database.`
  const fix =
    'Pass the folder that contains the session files, a database, or an address (postgres://user@host/database).'
  return cliError('STORE_UNKNOWN', message, fix, { store: path })
}

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
function openBuiltIn(path: string): SqliteDatabase | undefined {
  const sqlite = process.getBuiltinModule?.('node:sqlite') as NodeSqlite | undefined
  if (!sqlite) return undefined
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // It is there, or SQLite says what is wrong with the path.
  }
  return new sqlite.DatabaseSync(path)
}
