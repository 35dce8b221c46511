import type { Notice } from '@lamella/core'
import { createKeepUp } from '@lamella/store/search'
import { createBlobs, type SqliteBlobs } from './blobs/blob-store.ts'
import { createBlocks, type SqliteBlocks } from './blocks/block-store.ts'
import { createSearchBlocks, textsOfBlocks } from './blocks/search-blocks.ts'
import { createSearchShared } from './blocks/search-shared.ts'
import type { SqliteDatabase } from './contract/sqlite-database.ts'
import type { Access } from './database/access.ts'
import { connect } from './database/connect.ts'
import { failure } from './database/failure.ts'
import { type Backup, createBackup } from './database/maintenance/backup.ts'
import { createCheck } from './database/maintenance/check.ts'
import { createPartials, type Partials } from './database/maintenance/partials.ts'
import { createRepair } from './database/maintenance/repair.ts'
import { openFile } from './database/open-file.ts'
import { createOwners } from './database/owners.ts'
import { createPurge } from './database/purge.ts'
import { createMemories, type SqliteMemory } from './memory/memory-store.ts'
import { createSearchEntries, textsOfEntries } from './memory/search-entries.ts'
import { mustBeDatabase, type Settings, type SqliteOptions, settingsOf } from './options.ts'
import { createIndexMessage } from './search/index-message.ts'
import { createCatchUp, createIndexMessages, type IndexMessages } from './search/message-index.ts'
import { createSearchAll, type SearchAll } from './search/search-all.ts'
import { createSearchMessages, textsOfMessages } from './search/search-messages.ts'
import { createTailOf } from './search/tail.ts'
import { createWordSearch } from './search/word-search.ts'
import { createRecentSessions } from './sessions/recent-sessions.ts'
import { createSessions, type SqliteSessions } from './sessions/session-store.ts'
import { openVectors, type VectorsOf } from './vectors/vectors.ts'

/** The stores of one database. */
export interface SqliteStores {
  /** Conversations. */
  readonly sessions: SqliteSessions
  /** Memory entries. */
  readonly memory: SqliteMemory
  /** Documents that several programs edit concurrently, as bytes. */
  readonly blocks: SqliteBlocks
  /** Large contents of sessions: results of tools, files, images. */
  readonly blobs: SqliteBlobs
  /**
   * Returns the best messages, memories and blocks of a scope for a query in plain language, best first. Each kind has
   * the order of its own search; kinds are ordered by how much of the query their best hit has.
   *
   * @throws LamellaError `STORE_VALUE_INVALID`
   * @example
   * const { hits } = await stores.search({ tenant: 'acme', user: 'ada' }, { query: 'Which tea does Ada like?', limit: 5 })
   * const [best] = hits
   * if (best?.content === 'memory') console.log(best.item.text)
   */
  readonly search: SearchAll
  /**
   * Adds the messages of all users and agents of a tenant to the index of words, in steps between which others write, and
   * returns how many it added. Without it, the searches do so, each for as long as `indexingTime` allows, and say how far
   * they have come. The names of speakers are those of the option `speaker`.
   *
   * @throws LamellaError `SCOPE_INVALID`, `SPEAKER_FAILED`
   * @example
   * await copySessions(old, scope, stores.sessions, scope)
   * await stores.indexMessages({ tenant: 'acme' })
   */
  readonly indexMessages: IndexMessages
  /**
   * Copies the current state of the database into a new file, while others read and write. Blocks the process during
   * the copy.
   *
   * @throws LamellaError `BACKUP_EXISTS`, `DATABASE_FAILED`
   */
  readonly backup: Backup
  /** Finds all problems: in the file, the indexes and every session. Changes nothing; reads everything. */
  readonly check: () => Promise<readonly Notice[]>
  /**
   * Rebuilds derived data of messages, entries and blocks that `check` finds wrong: the word indexes and their counts.
   * Removes orphaned vectors, and finishes a deletion whose bytes are still in the file. Deletes nothing else. Returns
   * the remaining problems, which only a backup can fix; a damaged file is left unchanged.
   */
  readonly repair: () => Promise<readonly Notice[]>
  /** Closes the database, unless the caller opened it. The same as `close` of any other store of it. Safe to call twice. */
  readonly close: () => Promise<void>
}

/**
 * Opens sessions, memory, blocks and search in one SQLite file. Several processes can use it at the same time.
 *
 * @param database A path, or an open database of better-sqlite3 or `node:sqlite`. A path is opened with better-sqlite3
 * and created if it does not exist; `:memory:` lives as long as the stores.
 * @throws LamellaError `OPTION_INVALID`, `SQLITE_UNAVAILABLE`, `DATABASE_FAILED`, `DATABASE_DAMAGED`, `DATABASE_FOREIGN`,
 * `FORMAT_NEWER`, `DATABASE_BUSY`, `EMBEDDER_MISMATCH`; from all methods also `DATABASE_MOVED`
 * @example
 * const { sessions, memory } = await sqlite('./agent.db')
 * await sessions.append({ tenant: 'acme', user: 'ada' }, 'telegram_4711', [{ role: 'user', content: 'Hello' }])
 */
export async function sqlite(database: string | SqliteDatabase, options: SqliteOptions = {}): Promise<SqliteStores> {
  const settings = settingsOf(options)
  mustBeDatabase(database)
  const isOwn = typeof database === 'string'
  const db = isOwn ? openFile(database) : database
  try {
    const access = await connect(db, settings.synchronous, settings.busyTimeout)
    const vectorsOf = await openVectors(db, access, settings)
    const close = closing(isOwn ? db : undefined)
    const partials = createPartials(access)
    // If a file cannot be removed now, the next backup and each deletion retry, and deletions report it.
    await partials.sweep().catch(() => {})
    return await access.alone(() => storesOf(access, settings, vectorsOf, partials, close))
  } catch (error) {
    const reported = failure(error, 0, db)
    if (isOwn) db.close()
    throw reported
  }
}

function storesOf(
  access: Access,
  settings: Settings,
  vectorsOf: VectorsOf,
  partials: Partials,
  end: () => Promise<void>,
): SqliteStores {
  const { embed, erasure, conversation } = settings
  const purge = createPurge(access, erasure, partials)
  const check = createCheck(access, purge)
  const indexMessage = createIndexMessage(settings.speaker)
  const [ofMessage, ofEntry, ofBlock] = [
    createWordSearch(access.db, 'message', conversation, createTailOf(access.db, conversation, indexMessage)),
    createWordSearch(access.db, 'entry', conversation),
    createWordSearch(access.db, 'block', conversation),
  ]
  const recent = createRecentSessions()
  const catchUp = createCatchUp(access, indexMessage, recent)
  const owners = createOwners(access.db)
  const keepUp = createKeepUp(async (one) => {
    const owner = await access.read(() => owners.find(one))
    return owner === undefined ? 0 : catchUp({ owner, tail: false, time: 0 })
  })
  const close = keepUp.close(end)
  const ofEntries = vectorsOf('entry_vectors', textsOfEntries(access))
  const ofMessages = embed === 'all' ? vectorsOf('message_vectors', textsOfMessages(access)) : undefined
  const ofBlocks = vectorsOf('block_vectors', textsOfBlocks(access))
  const searchShared = createSearchShared(access, ofBlock, ofBlocks, settings)
  const searches = {
    messages: keepUp.search(createSearchMessages(access, ofMessage, ofMessages, catchUp, settings)),
    memory: createSearchEntries(access, ofEntry, ofEntries, settings),
    blocks: createSearchBlocks(access, ofBlock, ofBlocks, settings),
    hasVectors: { messages: ofMessages !== undefined, memory: ofEntries !== undefined, blocks: ofBlocks !== undefined },
    words: { messages: ofMessage, memory: ofEntry, blocks: ofBlock },
  }
  return {
    sessions: createSessions(access, purge, recent, searches.messages, ofMessages !== undefined, keepUp),
    memory: createMemories(access, purge, searches.memory, ofEntries, close),
    blocks: createBlocks(access, purge, searches.blocks, searchShared, ofBlocks, close),
    blobs: createBlobs(access, purge, close),
    search: createSearchAll(access, searches, settings.vectorWeight),
    indexMessages: createIndexMessages(access, catchUp),
    backup: createBackup(access, partials),
    check,
    repair: createRepair(access, purge, check),
    close,
  }
}

/** Closes a database once. The caller's own database stays open. */
function closing(db: SqliteDatabase | undefined): () => Promise<void> {
  let isClosed = false
  return async () => {
    if (isClosed) return
    isClosed = true
    db?.close()
  }
}
