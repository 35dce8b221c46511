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
import { type StoreConversation, type StoreConversationOptions, storeConversation } from '@lamella/ranker-bm25/stores'
import type { Embedder } from '@lamella/store'
import { mustBeEmbedder } from '@lamella/store/search'
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
export interface SqliteOptions {
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
   * The most milliseconds that a search spends on indexing messages before it answers with those that are indexed: the
   * result's `indexed` says how far. A step that has begun is finished, and what this process has just appended to sessions
   * with few messages is always indexed. Default 200.
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
  /** Receives problems that do not fail a call. */
  readonly onNotice?: (notice: Notice) => void
}

/** Reports a notice. */
export type Tell = (notice: Notice) => void

const checks: Checks<SqliteOptions> = {
  synchronous: mustBeOneOf(['full', 'normal']),
  busyTimeout: mustBeWhole(0),
  erasure: mustBeOneOf(['rewrite', 'overwrite']),
  embedder: mustBeEmbedder,
  embed: mustBeOneOf(['memory', 'all']),
  vectorWeight: mustBeNumber(0, 1),
  indexingTime: mustBeNumber(0),
  speaker: mustBeFunction,
  conversation: () => undefined,
  onNotice: mustBeFunction,
}

/** Returns the options with their defaults. */
export interface Settings {
  readonly synchronous: Synchronous
  readonly busyTimeout: number
  readonly erasure: Erasure
  readonly embedder: Embedder | undefined
  readonly embed: 'memory' | 'all'
  readonly vectorWeight: number
  readonly indexingTime: number
  readonly speaker: (message: Message) => string | undefined
  readonly conversation: StoreConversation
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
    vectorWeight = 0.15,
    indexingTime = 200,
    speaker = () => undefined,
    conversation,
    onNotice: tell = () => {},
  } = checkOptions('sqlite', options, checks)
  return {
    ...{ synchronous, busyTimeout, erasure, embedder, embed, vectorWeight, indexingTime, speaker, tell },
    conversation: storeConversation('sqlite', conversation),
  }
}
