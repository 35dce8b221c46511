import { createKeepUp } from '@lamella/store/search'
import { createBlobs, type PostgresBlobs } from './blobs/blob-store.ts'
import { createBlocks, type PostgresBlocks } from './blocks/block-store.ts'
import { createNotifier } from './blocks/notifier.ts'
import { createSearchBlocks, textsOfBlocks } from './blocks/search-blocks.ts'
import { createSearchShared } from './blocks/search-shared.ts'
import type { PostgresDatabase } from './contract/postgres-client.ts'
import { connect } from './database/connect.ts'
import { createDatabase, type Database } from './database/database.ts'
import { failure } from './database/failure.ts'
import { open } from './database/open.ts'
import { createOwners } from './database/owners.ts'
import { toStored } from './database/plain-text.ts'
import { createMemories, type PostgresMemory } from './memory/memory-store.ts'
import { createSearchEntries, textsOfEntries } from './memory/search-entries.ts'
import { notice } from './notices.ts'
import { mustBeDatabase, type PostgresOptions, type Settings, settingsOf } from './options.ts'
import { createIndexMessages, type IndexMessages } from './search/index-messages.ts'
import { createCatchUp } from './search/message-index.ts'
import { createSearchAll, type SearchAll } from './search/search-all.ts'
import { createSearchMessages, textsOfMessages } from './search/search-messages.ts'
import { createSearchSetup } from './search/search-setup.ts'
import { createPrune, type Prune } from './sessions/prune.ts'
import { createRecentSessions } from './sessions/recent-sessions.ts'
import { createSessions, type PostgresSessions } from './sessions/session-store.ts'

/** The stores of one schema. */
export interface PostgresStores {
  /** Conversations. */
  readonly sessions: PostgresSessions
  /** Memory entries. */
  readonly memory: PostgresMemory
  /** Documents that several programs edit at the same time, for `@lamella/blocks`. */
  readonly blocks: PostgresBlocks
  /** Large contents of sessions: results of tools, files, images. */
  readonly blobs: PostgresBlobs
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
   * Removes sessions of a tenant that have been idle, at most `limit` in one transaction, with everything derived from
   * them. Returns them; repeat it until it returns none.
   *
   * @throws LamellaError `SCOPE_INVALID`, `OPTION_INVALID`
   * @example
   * const removed = await stores.prune({ tenant: 'acme', idleSince: new Date('2026-01-01') })
   */
  readonly prune: Prune
  /** Closes the pool that was made from an address; the caller's own database stays open. Safe to call twice. */
  readonly close: () => Promise<void>
}

/**
 * Opens the stores of a schema in PostgreSQL 14 or later. Any number of processes and machines can use it at the same
 * time, also through a pooler in transaction mode.
 *
 * @param database An address, such as `postgres://app@db.internal/agents`, a `pg.Pool`, a connected `pg.Client`, or an
 * embedded engine such as PGlite.
 * @throws LamellaError `OPTION_INVALID`, `POSTGRES_UNAVAILABLE`, `POSTGRES_UNSUPPORTED`, `FORMAT_NEWER`,
 * `POSTGRES_OUTDATED`, `POSTGRES_DENIED`; from searches `EMBEDDER_MISMATCH`; from all methods also `POSTGRES_POOL_EXHAUSTED`, `POSTGRES_FAILED`
 * @example
 * const { sessions } = await postgres(new PGlite('./agent'))
 * await sessions.append({ tenant: 'acme', user: 'ada' }, 'telegram_4711', [{ role: 'user', content: 'Hello' }])
 */
export async function postgres(
  database: string | PostgresDatabase,
  options: PostgresOptions = {},
): Promise<PostgresStores> {
  const settings = settingsOf(options)
  mustBeDatabase(database)
  const connector = connect(database, settings)
  try {
    const { role, isGuarded } = await open(connector, settings)
    if (!isGuarded) {
      settings.tell(
        notice(
          'POLICIES_BYPASSED',
          'This role is a superuser or has BYPASSRLS, so the policies of the tables do not apply.',
        ),
      )
    }
    return await storesOf(createDatabase(connector, settings.schema, role), settings)
  } catch (error) {
    await connector.close()
    throw failure(error, false)
  }
}

async function storesOf(database: Database, settings: Settings): Promise<PostgresStores> {
  const { schema } = database
  const setup = await createSearchSetup(database, settings)
  const { terms, vectorsOf } = setup
  const ofEntries = vectorsOf(textsOfEntries(schema))
  const ofBlocks = vectorsOf(textsOfBlocks(schema))
  const ofMessages = settings.embed === 'all' ? vectorsOf(textsOfMessages(schema)) : undefined
  const recent = createRecentSessions()
  const catchUp = createCatchUp(database, terms, settings.speaker, recent)
  const owners = createOwners(schema)
  const keepUp = createKeepUp(async (owner) => {
    const id = await database.read(owner.tenant, (statements) => owners.find(statements, owner))
    if (id === undefined) return 0
    return catchUp({ part: { tenant: toStored(owner.tenant), owner: id, kind: 'message' }, owner, time: 0 })
  })
  const messages = keepUp.search(createSearchMessages(database, setup, ofMessages, settings, catchUp))
  const memory = createSearchEntries(database, setup, ofEntries, settings)
  const blocks = createSearchBlocks(database, setup, ofBlocks, settings)
  const searchShared = createSearchShared(database, setup, ofBlocks, settings)
  const searches = { messages, memory, blocks }
  const hasVectors = {
    messages: ofMessages !== undefined,
    memory: ofEntries !== undefined,
    blocks: ofBlocks !== undefined,
  }
  const notifier = createNotifier(database, settings.tell)
  const changed = settings.notify ? notifier.changed : () => {}
  const close = keepUp.close(async () => {
    await notifier.done()
    await database.close()
  })
  return {
    sessions: createSessions(database, recent, messages, ofMessages !== undefined, keepUp),
    memory: createMemories(database, terms, memory, ofEntries, close),
    search: createSearchAll(database, setup, searches, hasVectors, settings.vectorWeight),
    indexMessages: createIndexMessages(database, catchUp),
    prune: createPrune(database),
    blobs: createBlobs(database, close),
    blocks: createBlocks(database, { search: blocks, searchShared, vectors: ofBlocks, changed, close }),
    close,
  }
}
