import { LamellaError } from '@lamella/core'
import { isObject, mustBeBoolean, mustBeWhole } from '@lamella/core/plugin'
import { type IndexOptions, type IndexSettings, indexSettings } from '@lamella/ranker-bm25/stores'
import { mustBeName } from './database/identifier.ts'
import type { SchemaOptions, SchemaTarget } from './database/migrate.ts'

/** Settings of a database. All are optional. */
export interface PostgresOptions extends SchemaOptions, IndexOptions {
  /**
   * Whether to bring the schema to the current version when opening. Default `true`. With `false`, a schema that is
   * missing or older is an error (`POSTGRES_OUTDATED`), and opening needs no right to change tables.
   */
  readonly migrate?: boolean
  /** The maximum number of connections of a pool that is made from an address. Default 10. */
  readonly maxConnections?: number
  /**
   * The maximum time in milliseconds that a call waits for a free connection of the pool before it fails with
   * `POSTGRES_POOL_EXHAUSTED`. Default 10,000.
   */
  readonly poolTimeout?: number
  /**
   * Whether to notify other programs of changed blocks (`blocks.watch`), after the change, in a transaction of its own.
   * At its commit, a notification takes a lock of the whole server. Default `false`: watchers look at intervals.
   */
  readonly notify?: boolean
}

/** Reports a notice. */
export type Tell = IndexSettings['tell']

const checks = {
  schema: mustBeName,
  role: mustBeName,
  partitions: mustBeWhole(0),
  migrate: mustBeBoolean,
  maxConnections: mustBeWhole(1),
  poolTimeout: mustBeWhole(0),
  notify: mustBeBoolean,
}

/** The options with their defaults. */
export type Settings = IndexSettings &
  SchemaTarget &
  Required<Pick<PostgresOptions, 'migrate' | 'maxConnections' | 'poolTimeout' | 'notify'>>

/** @throws LamellaError `OPTION_INVALID` */
export function settingsOf(options: PostgresOptions): Settings {
  const {
    schema = 'lamella',
    role,
    partitions = 0,
    migrate = true,
    maxConnections = 10,
    poolTimeout = 10_000,
    notify = false,
    ...index
  } = indexSettings('postgres', options, checks)
  return { ...index, schema, role, partitions, migrate, maxConnections, poolTimeout, notify }
}

/** @throws LamellaError `OPTION_INVALID` for something that is neither an address nor a database */
export function mustBeDatabase(database: unknown): void {
  if (typeof database === 'string' && /^postgres(ql)?:\/\//.test(database)) return
  if (isObject(database)) {
    const { query, connect, totalCount } = database as Record<string, unknown>
    if (typeof query === 'function' || (typeof connect === 'function' && typeof totalCount === 'number')) return
  }
  throw new LamellaError({
    code: 'OPTION_INVALID',
    what: 'The database given to postgres is neither an address nor a pool, client or embedded engine.',
    fix: "Pass 'postgres://user@host/database', a pg.Pool, a connected pg.Client or a PGlite.",
    details: { what: 'postgres', option: 'database' },
  })
}
