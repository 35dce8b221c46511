import type { PostgresDatabase } from './contract/postgres-client.ts'
import { checkSchema, type PostgresCheck } from './database/check.ts'
import { connect } from './database/connect.ts'
import type { Connector } from './database/connector.ts'
import { failure } from './database/failure.ts'
import { migrateSchema, type SchemaOptions, type SchemaTarget } from './database/migrate.ts'
import { mustBeDatabase, settingsOf } from './options.ts'

/**
 * Brings a schema to the current version, and grants the role what the stores need. Run it as the owner of the schema,
 * for instance when deploying, so that programs can open it with `migrate: false`. Safe to run in several processes at
 * once, and again.
 *
 * @returns The versions before and after; 0 for a schema that did not exist.
 * @throws LamellaError `OPTION_INVALID`, `POSTGRES_NEWER`, `POSTGRES_UNAVAILABLE`, `POSTGRES_DENIED`, `POSTGRES_FAILED`
 * @example
 * const { from, to } = await migratePostgres('postgres://owner@db.internal/agents', { role: 'app' })
 */
export function migratePostgres(
  database: string | PostgresDatabase,
  options: SchemaOptions = {},
): Promise<{ readonly from: number; readonly to: number }> {
  return using(database, options, migrateSchema)
}

/**
 * Checks a schema: its version, the policies in force, the rights of the role, invalid indexes, and sizes. Changes
 * nothing and reads no content.
 *
 * @throws LamellaError `OPTION_INVALID`, `POSTGRES_UNAVAILABLE`, `POSTGRES_DENIED`, `POSTGRES_FAILED`
 * @example
 * const { problems } = await checkPostgres(pool, { role: 'app' })
 */
export function checkPostgres(
  database: string | PostgresDatabase,
  options: Pick<SchemaOptions, 'schema' | 'role'> = {},
): Promise<PostgresCheck> {
  return using(database, options, checkSchema)
}

async function using<Result>(
  database: string | PostgresDatabase,
  options: SchemaOptions,
  work: (connector: Connector, target: SchemaTarget) => Promise<Result>,
): Promise<Result> {
  const settings = settingsOf(options)
  mustBeDatabase(database)
  const connector = connect(database, { ...settings, maxConnections: 1 })
  try {
    return await work(connector, settings)
  } catch (error) {
    throw failure(error, false)
  } finally {
    await connector.close()
  }
}
