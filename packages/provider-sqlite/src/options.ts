import { LamellaError, type Message, type Notice } from '@lamella/core'
import {
  type Checks,
  checkOptions,
  isObject,
  mustBeFunction,
  mustBeNumber,
  mustBeOneOf,
  mustBeWhole,
} from '@lamella/core/plugin'
import type { Embedder } from '@lamella/core/store'
import type { Synchronous } from './database/connect.ts'
import type { Erasure } from './database/purge.ts'

/**
 * Refuses what would be another file than it seems: better-sqlite3 cuts spaces off a path, and a database without a name is
 * gone with the process; SQLite ends a path at NUL.
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
    fix: "Give the path of a file without spaces around it, ':memory:', or a database of better-sqlite3 or node:sqlite.",
    details: { what: 'sqlite', option: 'database' },
  })
}

/** How a database is used. All of it is optional. */
export interface SqliteOptions {
  /**
   * What is promised of a change that has been answered. `full` (default): it outlives a power failure; each change waits
   * for the disk. `normal`: it outlives the process, and a power failure may take the last ones; many times as fast. Neither
   * can damage the database.
   */
  readonly synchronous?: Synchronous
  /** How long a call waits for other processes, in milliseconds, before it ends with `DATABASE_BUSY`. Default 10,000. */
  readonly busyTimeout?: number
  /**
   * What a deletion does before it resolves. `rewrite` (default): writes the file anew without what was deleted. `overwrite`:
   * puts zeros where it stood; far cheaper in a large database, but SQLite may have left a copy of a row in an unused part of
   * a page when it moved it.
   */
  readonly erasure?: Erasure
  /** Turns texts into vectors, so that they are found by meaning, too. Without one, search is by words. */
  readonly embedder?: Embedder
  /** What gets vectors. Default `memory`, and blocks; with `all` messages do, too, when they are searched for the first time. */
  readonly embed?: 'memory' | 'all'
  /** How much vectors count against words in a hybrid search, 0 (nothing) to 1 (as much). Default 0.25. */
  readonly vectorWeight?: number
  /** Who says a message, such as `Ada`, so that questions can name them. Asked once for each message. */
  readonly speaker?: (message: Message) => string | undefined
  /** Is told what went wrong without failing a call. */
  readonly onNotice?: (notice: Notice) => void
}

/** Tells a notice. */
export type Tell = (notice: Notice) => void

const checks: Checks<SqliteOptions> = {
  synchronous: mustBeOneOf(['full', 'normal']),
  busyTimeout: mustBeWhole(0),
  erasure: mustBeOneOf(['rewrite', 'overwrite']),
  embedder: (value) => {
    const { name, dimensions, batch, embed } = isObject(value) ? value : {}
    if (typeof name !== 'string' || name === '') return 'must be an object with a name'
    if (mustBeWhole(1)(dimensions)) return `must have dimensions: ${mustBeWhole(1)(dimensions)}`
    if (batch !== undefined && mustBeWhole(1)(batch)) return `has a batch that ${mustBeWhole(1)(batch)}`
    return typeof embed === 'function' ? undefined : 'must be an object with a method embed'
  },
  embed: mustBeOneOf(['memory', 'all']),
  vectorWeight: mustBeNumber(0, 1),
  speaker: mustBeFunction,
  onNotice: mustBeFunction,
}

/** Options with their defaults. */
export interface Settings {
  readonly synchronous: Synchronous
  readonly busyTimeout: number
  readonly erasure: Erasure
  readonly embedder: Embedder | undefined
  readonly embed: 'memory' | 'all'
  readonly vectorWeight: number
  readonly speaker: (message: Message) => string | undefined
  readonly tell: Tell
}

/** @throws LamellaError `OPTION_INVALID` */
export function settingsOf(options: SqliteOptions): Settings {
  const {
    synchronous = 'full',
    busyTimeout = 10_000,
    erasure = 'rewrite',
    embedder,
    embed = 'memory',
    vectorWeight = 0.25,
    speaker = () => undefined,
    onNotice: tell = () => {},
  } = checkOptions('sqlite', options, checks)
  return { synchronous, busyTimeout, erasure, embedder, embed, vectorWeight, speaker, tell }
}
