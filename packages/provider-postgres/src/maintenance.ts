import type { PostgresDatabase } from './contract/postgres-client.ts'
import { checkSchema, type PostgresCheck } from './database/check.ts'
import { connect } from './database/connect.ts'
import type { Connector } from './database/connector.ts'
import { failure } from './database/failure.ts'
import { migrateSchema, type SchemaOptions } from './database/migrate.ts'
import { mustBeDatabase, settingsOf } from './options.ts'
import { type IndexOptions, indexVectors, type VectorIndex } from './vectors/index-vectors.ts'

/**
 * Brings a schema to the current version, and grants the role what the stores need. Run it as the owner of the schema,
 * for instance when deploying, so that programs can open it with `migrate: false`. Safe to run in several processes at
 * once, and again.
 *
 * @returns The versions before and after; 0 for a schema that did not exist.
 * @throws LamellaError `OPTION_INVALID`, `FORMAT_NEWER`, `POSTGRES_UNAVAILABLE`, `POSTGRES_DENIED`, `POSTGRES_FAILED`
 * @example
 * const { from, to } = await migratePostgres('postgres://owner@db.internal/agents', { role: 'app' })
 */
export function migratePostgres(
  database: string | PostgresDatabase,
  options: SchemaOptions = {},
): Promise<{ readonly from: number; readonly to: number }> {
  return using(database, (connector) => migrateSchema(connector, settingsOf(options)))
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
  return using(database, (connector) => checkSchema(connector, settingsOf(options)))
}

/**
 * Creates HNSW indexes of pgvector for the users and agents of a tenant that have many vectors, one for each of them, kind
 * of text and embedder, and removes those that are no longer needed. Run it as the owner of the tables, now and then:
 * without an index, a search compares with all vectors of its owner. Programs go on reading and writing meanwhile.
 *
 * @throws LamellaError `OPTION_INVALID`, `SCOPE_INVALID`, `POSTGRES_UNSUPPORTED` without pgvector 0.8, `POSTGRES_DENIED`,
 * `POSTGRES_OUTDATED`, `FORMAT_NEWER`, `POSTGRES_UNAVAILABLE`, `POSTGRES_FAILED`
 * @example
 * const indexes = await indexPostgres('postgres://owner@db.internal/agents', { tenant: 'acme' })
 */
export function indexPostgres(
  database: string | PostgresDatabase,
  options: IndexOptions,
): Promise<readonly VectorIndex[]> {
  return using(database, (connector) => indexVectors(connector, options))
}

async function using<Result>(
  database: string | PostgresDatabase,
  work: (connector: Connector) => Promise<Result>,
): Promise<Result> {
  mustBeDatabase(database)
  const connector = connect(database, { ...settingsOf({}), maxConnections: 1 })
  try {
    return await work(connector)
  } catch (error) {
    throw failure(error, false)
  } finally {
    await connector.close()
  }
}
