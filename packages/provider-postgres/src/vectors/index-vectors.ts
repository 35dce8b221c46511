import { type Checks, checkOptions, mustBeText, mustBeWhole } from '@lamella/core/plugin'
import { ownerOf } from '@lamella/store'
import type { Connector, Statements } from '../database/connector.ts'
import { createDatabase } from '../database/database.ts'
import { mustBeName } from '../database/identifier.ts'
import { mustBeKnown, versionOf } from '../database/migrate.ts'
import { outdated } from '../database/open.ts'
import { fromStored, toStored } from '../database/plain-text.ts'
import { postgresError } from '../errors.ts'
import { type Kind, kindNumbers } from '../search/kinds.ts'
import { type VectorExtension, vectorExtension } from './likeness.ts'
import { indexedRows, indexName, indexPrefix, mostDimensions, worthAnIndex } from './nearest.ts'

/** What `indexPostgres` is called with. */
export interface IndexOptions {
  readonly tenant: string
  /** The name of the schema. Default `lamella`. */
  readonly schema?: string
  /** The number of vectors from which an owner gets an index. Default 10,000. */
  readonly least?: number
}

/** An index of vectors. */
export interface VectorIndex {
  readonly name: string
  /** `building`: another process is creating it. */
  readonly state: 'made' | 'present' | 'building' | 'removed'
  /** Whose vectors it has, and of what; not for one that was removed. */
  readonly of?: {
    readonly user: string
    readonly agent: string
    readonly kind: Kind
    readonly embedder: string
    readonly vectors: number
  }
}

interface LargeRow {
  readonly owner: number | string
  readonly kind: number
  readonly embedder: number | string
  readonly name: string
  readonly dimensions: number
  readonly user_id: string
  readonly agent_id: string
  readonly vectors: number | string
}

interface IndexRow {
  readonly name: string
  readonly valid: boolean
  readonly building: boolean
}

const checks: Checks<IndexOptions> = { tenant: mustBeText, schema: mustBeName, least: mustBeWhole(1) }
const kinds = Object.keys(kindNumbers) as readonly Kind[]

/** Creates the indexes that a tenant needs, one after the other, and removes those that it no longer needs. */
export async function indexVectors(connector: Connector, options: IndexOptions): Promise<readonly VectorIndex[]> {
  const {
    tenant,
    schema = 'lamella',
    least = worthAnIndex,
  } = checkOptions('indexPostgres', options, checks, ['tenant'])
  ownerOf({ tenant })
  const version = await versionOf(connector, schema)
  mustBeKnown(version, schema)
  if (version === 0) throw outdated(schema, version)
  const database = createDatabase(connector, schema, undefined)
  const stored = toStored(tenant)
  // Half of it keeps an index: a number that moves around the limit must not create and remove it again and again.
  const { extension, large, present } = await database.read(tenant, async (statements) => ({
    extension: await usable(statements, database.schema),
    large: await largeOwners(statements, database.schema, stored, least / 2),
    present: await presentIndexes(statements, schema, indexPrefix(stored)),
  }))
  const indexes: VectorIndex[] = []
  for (const row of large) {
    const part = { tenant: stored, owner: Number(row.owner), kind: kinds[row.kind] as Kind }
    const name = indexName(part, Number(row.embedder))
    const found = present.get(name)
    present.delete(name)
    const [vectors, user, agent] = [Number(row.vectors), fromStored(row.user_id), fromStored(row.agent_id)]
    if (found === undefined && vectors < least) continue
    const isKept = found?.valid === true || found?.building === true
    if (!isKept) {
      const half = `${extension.schema}.halfvec(${row.dimensions})`
      // What an interrupted build has left is not valid.
      await connector.one(`DROP INDEX CONCURRENTLY IF EXISTS ${database.schema}.${name}`, [])
      await connector.one(
        `CREATE INDEX CONCURRENTLY ${name} ON ${database.schema}.vectors
         USING hnsw ((vector::${half}) ${extension.schema}.halfvec_ip_ops)
         WHERE ${indexedRows(part, Number(row.embedder), row.dimensions)}`,
        [],
      )
    }
    const state = isKept ? (found.valid ? 'present' : 'building') : 'made'
    indexes.push({ name, state, of: { user, agent, kind: part.kind, embedder: fromStored(row.name), vectors } })
  }
  for (const name of present.keys()) {
    await connector.one(`DROP INDEX CONCURRENTLY IF EXISTS ${database.schema}.${name}`, [])
    indexes.push({ name, state: 'removed' })
  }
  return indexes
}

/** Owners by number, whose vectors can have an index. */
function largeOwners(
  statements: Statements,
  schema: string,
  tenant: string,
  least: number,
): Promise<readonly LargeRow[]> {
  return statements.query<LargeRow>(
    `SELECT v.owner, v.kind, v.embedder, v.vectors, e.name, e.dimensions, o.user_id, o.agent_id
     FROM (
       SELECT owner, kind, embedder, count(*) AS vectors FROM ${schema}.vectors WHERE tenant = $1
       GROUP BY owner, kind, embedder HAVING count(*) >= $2::float8
     ) v JOIN ${schema}.embedders e ON e.tenant = $1 AND e.owner = v.owner AND e.id = v.embedder AND e.dimensions <= ${mostDimensions}
       JOIN ${schema}.owners o ON o.tenant = $1 AND o.id = v.owner
     ORDER BY v.owner, v.kind, v.embedder`,
    ...[tenant, least],
  )
}

async function presentIndexes(
  statements: Statements,
  schema: string,
  prefix: string,
): Promise<Map<string, Omit<IndexRow, 'name'>>> {
  const rows = await statements.query<IndexRow>(
    `SELECT c.relname::text AS name, i.indisvalid AS valid,
       EXISTS (SELECT FROM pg_stat_progress_create_index p WHERE p.index_relid = c.oid) AS building
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND starts_with(c.relname::text, $2) ORDER BY 1`,
    ...[schema, prefix],
  )
  return new Map(rows.map(({ name, valid, building }) => [name, { valid, building }]))
}

/** Returns the extension, if it and the role can make an index. @throws LamellaError */
async function usable(statements: Statements, schema: string): Promise<VectorExtension> {
  const [row] = await statements.query<{ readonly owned: boolean }>(
    `SELECT pg_has_role(relowner, 'USAGE') AS owned FROM pg_class WHERE oid = to_regclass($1)`,
    `${schema}.vectors`,
  )
  if (row?.owned !== true) {
    throw postgresError(
      'POSTGRES_DENIED',
      'Only the owner of the tables can create indexes on them.',
      'Connect as the role that runs the migrations.',
      { sqlstate: '42501' },
    )
  }
  const extension = await vectorExtension(statements)
  if (extension?.isIterative) return extension
  const problem = 'pgvector 0.8 or later is not in this database, or the role may not use its schema'
  throw postgresError(
    'POSTGRES_UNSUPPORTED',
    `Vectors cannot be indexed: ${problem}.`,
    'Install pgvector on the server and run CREATE EXTENSION vector, or ALTER EXTENSION vector UPDATE.',
    { problem },
  )
}
