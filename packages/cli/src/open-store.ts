import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Notice } from '@lamella/core'
import type { SessionStore } from '@lamella/core/store'
import { fileSessions } from '@lamella/provider-fs'
import type { SqliteStores } from '@lamella/provider-sqlite'
import { openRegular } from './open-regular.ts'
import { cliError } from './problem.ts'

/** What both kinds of store can do. */
export type Sessions = Required<Omit<SessionStore, 'search'>>

/** A store that is open. */
export interface OpenedStore {
  readonly sessions: Sessions
  /** Looks at a database as a whole. Folders have nothing beside their sessions. */
  readonly check?: () => Promise<readonly Notice[]>
  /** Makes anew what a database can make anew. Gives what is wrong afterwards. */
  readonly repairAll?: () => Promise<readonly Notice[]>
  /** Brings the end of a session's file in order. Gives what was done. */
  readonly repairOne?: (...of: Parameters<Sessions['verify']>) => Promise<readonly Notice[]>
}

/** Loads the package for databases: heavy, so only when there is one. */
type LoadSqlite = () => Promise<{ readonly sqlite: (path: string) => Promise<SqliteStores> }>

/** How a store is opened. */
export interface OpenOptions {
  /** Makes the store if there is none. Default: that is an error. */
  readonly make?: boolean
  readonly load?: LoadSqlite
}

/** How every SQLite database begins: https://sqlite.org/fileformat.html */
const header = Buffer.from('SQLite format 3\0', 'latin1')
const endings = ['.db', '.sqlite', '.sqlite3']

/**
 * Opens the store at a path, a folder of files or a database, and closes it when the task is done.
 *
 * @throws LamellaError `STORE_MISSING`, `STORE_UNKNOWN`, `STORE_UNSUPPORTED`, and what the store and the task throw
 */
export async function withStore<Result>(
  path: string,
  task: (store: OpenedStore) => Promise<Result>,
  options: OpenOptions = {},
): Promise<Result> {
  const { make = false, load = () => import('@lamella/provider-sqlite') } = options
  if ((await kindOf(path, make)) === 'database') {
    const stores = await openDatabase(path, load)
    const { sessions, check, repair } = stores
    return task({ sessions, check, repairAll: repair }).finally(stores.close)
  }
  const sessions = fileSessions(path)
  return task({ sessions, repairOne: sessions.repair }).finally(sessions.close)
}

/** Whether there is a store at a path that a name alone does not tell from a file: a folder, or a file that begins as a database. */
export async function isStore(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined)
  if (!stats?.isFile()) return stats?.isDirectory() ?? false
  return beginsAsDatabase(path)
}

/** Whether a path is, or shall be, a folder or a database. */
async function kindOf(path: string, make: boolean): Promise<'folder' | 'database'> {
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && make) return undefined
    throw missing(path, error)
  })
  if (stats?.isDirectory()) return 'folder'
  const named = endings.includes(extname(path).toLowerCase())
  if (!stats) return named ? 'database' : 'folder'
  // SQLite takes an empty file for a new database, and would make one of it.
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

async function openDatabase(path: string, load: LoadSqlite): Promise<SqliteStores> {
  const { sqlite } = await load().catch((cause: unknown) => {
    const message = `'${path}' is an SQLite database, and @lamella/provider-sqlite cannot be loaded.`
    const fix = 'Install @lamella/cli anew; LAMELLA_DEBUG=1 shows what is missing.'
    throw cliError('STORE_UNSUPPORTED', message, fix, { store: path }, cause)
  })
  return sqlite(path)
}

function missing(path: string, cause: NodeJS.ErrnoException): Error {
  const message =
    cause.code === 'ENOENT' ? `There is no store at '${path}'.` : `'${path}' cannot be read (${cause.code}).`
  const fix = 'Check the path. A store is made by a program, or by `lamella sessions import`.'
  return cliError('STORE_MISSING', message, fix, { store: path }, cause)
}

function unknown(path: string): Error {
  const message = `'${path}' is neither a folder nor an SQLite database.`
  const fix = 'Name the folder that the files of the sessions are in, or a database.'
  return cliError('STORE_UNKNOWN', message, fix, { store: path })
}
