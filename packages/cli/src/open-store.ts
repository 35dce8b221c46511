import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Notice } from '@lamella/core'
import type { BlobStore, SessionStore } from '@lamella/core/store'
import { fileBlobs, fileSessions } from '@lamella/provider-fs'
import type { SqliteStores } from '@lamella/provider-sqlite'
import { isAddress } from './address.ts'
import { openRegular } from './open-regular.ts'
import { cliError } from './problem.ts'

/** The operations that both kinds of store support; only databases can search. */
export type Sessions = Required<Omit<SessionStore, 'prepare' | 'runVersion' | 'search'>> & Pick<SessionStore, 'search'>

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
  readonly repairOne?: (...of: Parameters<Sessions['verify']>) => Promise<readonly Notice[]>
}

/** Loads the package for databases: it is heavy, so only if there is one. */
type LoadSqlite = () => Promise<{ readonly sqlite: (path: string) => Promise<SqliteStores> }>

/** Options for opening a store. */
export interface OpenOptions {
  /** Whether to create a missing store. Default: a missing store is an error. */
  readonly make?: boolean
  readonly load?: LoadSqlite
}

/** The first bytes of every SQLite database: https://sqlite.org/fileformat.html */
const header = Buffer.from('SQLite format 3\0', 'latin1')
const endings = ['.db', '.sqlite', '.sqlite3']

/**
 * Opens the store at a path, a folder of files or an SQLite database, or the PostgreSQL database at an address, and
 * closes it when the task is done.
 *
 * @throws LamellaError `STORE_MISSING`, `STORE_UNKNOWN`, `STORE_UNSUPPORTED`, and anything that the store and the task
 * throw
 */
export async function withStore<Result>(
  path: string,
  task: (store: OpenedStore) => Promise<Result>,
  options: OpenOptions = {},
): Promise<Result> {
  const { make = false, load = () => import('@lamella/provider-sqlite') } = options
  if (isAddress(path)) {
    const { postgres } = await import('@lamella/provider-postgres')
    const { sessions, blobs, indexMessages, close } = await postgres(path, { migrate: make, maxConnections: 2 })
    return task({ sessions, blobs, indexMessages }).finally(close)
  }
  if ((await kindOf(path, make)) === 'database') {
    const stores = await openDatabase(path, load)
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

async function openDatabase(path: string, load: LoadSqlite): Promise<SqliteStores> {
  const { sqlite } = await load().catch((cause: unknown) => {
    const message = `'${path}' is an SQLite database, but @lamella/provider-sqlite cannot be loaded.`
    const fix = 'Reinstall @lamella/cli; LAMELLA_DEBUG=1 shows what is missing.'
    throw cliError('STORE_UNSUPPORTED', message, fix, { store: path }, cause)
  })
  return sqlite(path)
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
