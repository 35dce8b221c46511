import { LamellaError } from '@lamella/core'
import { isObject, mustBeOneOf, mustBeWhole } from '@lamella/core/plugin'
import { type IndexOptions, type IndexSettings, indexSettings } from '@lamella/ranker-bm25/stores'
import type { Synchronous } from './database/connect.ts'
import type { Erasure } from './database/purge.ts'

/**
 * Rejects a path that would open another file than expected: better-sqlite3 trims spaces off a path, a database without
 * a name is lost with the process, and SQLite ends a path at NUL.
 *
 * @throws LamellaError `OPTION_INVALID`
 */
export function mustBeDatabase(database: unknown): void {
  const isPath = typeof database === 'string' && /^\S(.*\S)?$/s.test(database) && !database.includes('\0')
  const methods = ['exec', 'prepare', 'close'] as const
  if (isPath || (isObject(database) && methods.every((name) => typeof database[name] === 'function'))) return
  throw new LamellaError({
    code: 'OPTION_INVALID',
    what: 'The database given to sqlite is neither a path nor an open database.',
    fix: "Pass a file path without spaces around it, ':memory:', or a database of better-sqlite3 or node:sqlite.",
    details: { what: 'sqlite', option: 'database' },
  })
}

/** Settings of a database. All are optional. */
export interface SqliteOptions extends IndexOptions {
  /**
   * The durability of an acknowledged change. `full` (default): it survives a power failure; each change waits for the
   * disk. `normal`: it survives the end of the process, but a power failure may lose the last changes; many times as
   * fast. Neither can damage the database.
   */
  readonly synchronous?: Synchronous
  /**
   * The maximum time in milliseconds that a call waits for other processes before it fails with `DATABASE_BUSY`.
   * Default 10,000.
   */
  readonly busyTimeout?: number
  /**
   * What a deletion does before it resolves. `rewrite` (default): rewrites the file without the deleted data.
   * `overwrite`: overwrites it with zeros; far cheaper in a large database, but SQLite may have left a copy of a row in
   * an unused part of a page when it moved it.
   */
  readonly erasure?: Erasure
}

const checks = {
  synchronous: mustBeOneOf(['full', 'normal']),
  busyTimeout: mustBeWhole(0),
  erasure: mustBeOneOf(['rewrite', 'overwrite']),
}

/** The options with their defaults. */
export type Settings = IndexSettings & Required<Pick<SqliteOptions, 'synchronous' | 'busyTimeout' | 'erasure'>>

/** @throws LamellaError `OPTION_INVALID` */
export function settingsOf(options: SqliteOptions): Settings {
  const {
    synchronous = 'full',
    busyTimeout = 10_000,
    erasure = 'rewrite',
    ...index
  } = indexSettings('sqlite', options, checks)
  return { ...index, synchronous, busyTimeout, erasure }
}
