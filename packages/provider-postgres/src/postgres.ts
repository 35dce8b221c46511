import { createBlocks, type PostgresBlocks } from './blocks/block-store.ts'
import { createNotifier } from './blocks/notifier.ts'
import type { PostgresDatabase } from './contract/postgres-client.ts'
import { connect } from './database/connect.ts'
import { createDatabase, type Database } from './database/database.ts'
import { failure } from './database/failure.ts'
import { open } from './database/open.ts'
import { notice } from './notices.ts'
import { mustBeDatabase, type PostgresOptions, type Settings, settingsOf } from './options.ts'
import { createSessions, type PostgresSessions } from './sessions/session-store.ts'

/** The stores of one schema. */
export interface PostgresStores {
  /** Conversations. */
  readonly sessions: PostgresSessions
  /** Documents that several programs edit at the same time, for `@lamella/blocks`. */
  readonly blocks: PostgresBlocks
  /** Closes the pool that was made from an address; the caller's own database stays open. Safe to call twice. */
  readonly close: () => Promise<void>
}

/**
 * Opens the stores of a schema in PostgreSQL 14 or later. Any number of processes and machines can use it at the same
 * time, also through a pooler in transaction mode.
 *
 * @param database An address, such as `postgres://app@db.internal/agents`, a `pg.Pool`, a connected `pg.Client`, or an
 * embedded engine such as PGlite.
 * @throws LamellaError `OPTION_INVALID`, `POSTGRES_UNAVAILABLE`, `POSTGRES_UNSUPPORTED`, `POSTGRES_NEWER`,
 * `POSTGRES_OUTDATED`, `POSTGRES_DENIED`; from all methods also `POSTGRES_POOL_EXHAUSTED`, `POSTGRES_FAILED`
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
    return storesOf(createDatabase(connector, settings.schema, role), settings)
  } catch (error) {
    await connector.close()
    throw failure(error, false)
  }
}

function storesOf(database: Database, { notify, tell }: Settings): PostgresStores {
  const notifier = createNotifier(database, tell)
  const close = async (): Promise<void> => {
    await notifier.done()
    await database.close()
  }
  return {
    sessions: createSessions(database, undefined, close),
    blocks: createBlocks(database, notify ? notifier.changed : () => {}, close),
    close,
  }
}
