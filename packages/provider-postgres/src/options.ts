import { LamellaError, type Message, type Notice } from '@lamella/core'
import {
  type Checks,
  checkOptions,
  isObject,
  mustBeBoolean,
  mustBeFunction,
  mustBeNumber,
  mustBeOneOf,
  mustBeWhole,
} from '@lamella/core/plugin'
import { type StoreConversation, type StoreConversationOptions, storeConversation } from '@lamella/ranker-bm25/stores'
import type { Embedder } from '@lamella/store'
import { mustBeEmbedder } from '@lamella/store/search'
import { mustBeName } from './database/identifier.ts'
import type { SchemaOptions } from './database/migrate.ts'

/** Settings of a database. All are optional. */
export interface PostgresOptions extends SchemaOptions {
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
  /** Turns texts into vectors, so that they are also found by meaning. Without one, search is by words. */
  readonly embedder?: Embedder
  /**
   * What gets vectors. Default `memory`: memory and blocks; with `all` also messages, when they are searched for the
   * first time.
   */
  readonly embed?: 'memory' | 'all'
  /**
   * What a vector adds to the score of a text in a hybrid search, from 0 (nothing) to 1. A text gets this much if its
   * similarity to the query is four standard deviations above the mean of all texts; the amount grows with the power of
   * 1.5. For comparison, a text that has every word of the query once gets 1 by its words. Default 0.15.
   */
  readonly vectorWeight?: number
  /**
   * The most milliseconds that a search spends on indexing before it answers with what is indexed: the result's `indexed`
   * says how far. A step that has begun is finished, and what this process has just appended to sessions with few messages
   * is always indexed. Default 200.
   */
  readonly indexingTime?: number
  /** Returns the speaker of a message, such as `Ada`, so that queries can name speakers. May be called more than once for a message. */
  readonly speaker?: (message: Message) => string | undefined
  /**
   * What makes messages, and memories with a speaker or a session, findable beyond their own words: the weights of nearby
   * turns, of the question before, of speakers, dates, sessions and importance, as in `createIndex` of
   * `@lamella/ranker-bm25`. Changing it needs no new index. Default `true`: its defaults; `false`: own words alone.
   */
  readonly conversation?: boolean | StoreConversationOptions
  /**
   * Whether to notify other programs of changed blocks (`blocks.watch`), after the change, in a transaction of its own.
   * At its commit, a notification takes a lock of the whole server. Default `false`: watchers look at intervals.
   */
  readonly notify?: boolean
  /** Receives problems that do not fail a call. */
  readonly onNotice?: (notice: Notice) => void
}

/** Reports a notice. */
export type Tell = (notice: Notice) => void

const checks: Checks<PostgresOptions> = {
  schema: mustBeName,
  role: mustBeName,
  partitions: mustBeWhole(0),
  migrate: mustBeBoolean,
  maxConnections: mustBeWhole(1),
  poolTimeout: mustBeWhole(0),
  embedder: mustBeEmbedder,
  embed: mustBeOneOf(['memory', 'all']),
  vectorWeight: mustBeNumber(0, 1),
  indexingTime: mustBeNumber(0),
  speaker: mustBeFunction,
  conversation: () => undefined,
  notify: mustBeBoolean,
  onNotice: mustBeFunction,
}

/** The options with their defaults. */
export interface Settings {
  readonly schema: string
  readonly role: string | undefined
  readonly partitions: number
  readonly migrate: boolean
  readonly maxConnections: number
  readonly poolTimeout: number
  readonly embedder: Embedder | undefined
  readonly embed: 'memory' | 'all'
  readonly vectorWeight: number
  readonly indexingTime: number
  readonly speaker: (message: Message) => string | undefined
  readonly conversation: StoreConversation
  readonly notify: boolean
  readonly tell: Tell
}

/** @throws LamellaError `OPTION_INVALID` */
export function settingsOf(options: PostgresOptions): Settings {
  const {
    schema = 'lamella',
    role,
    partitions = 0,
    migrate = true,
    maxConnections = 10,
    poolTimeout = 10_000,
    embedder,
    embed = 'memory',
    vectorWeight = 0.15,
    indexingTime = 200,
    speaker = () => undefined,
    conversation,
    notify = false,
    onNotice: tell = () => {},
  } = checkOptions('postgres', options, checks)
  return {
    ...{ schema, role, partitions, migrate, maxConnections, poolTimeout },
    ...{ embedder, embed, vectorWeight, indexingTime, speaker, notify, tell },
    conversation: storeConversation('postgres', conversation),
  }
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
