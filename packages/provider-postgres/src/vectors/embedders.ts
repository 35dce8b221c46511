import { createHash } from 'node:crypto'
import type { Embedder } from '@lamella/store'
import type { Statements } from '../database/connector.ts'
import { toStored } from '../database/plain-text.ts'
import { postgresError } from '../errors.ts'
import type { IndexPart } from '../search/kinds.ts'

type VectorOwner = Omit<IndexPart, 'kind'>

/**
 * Returns the number of an embedder: 48 bits of a hash of its name, so that no table of all tenants has to give it one,
 * and few enough for a number of JavaScript.
 */
export function embedderNumber({ name }: Embedder): number {
  return createHash('sha256').update(name).digest().readUIntBE(0, 6)
}

/** Records that an owner has vectors of an embedder. Call it in a transaction. @throws LamellaError `EMBEDDER_MISMATCH` */
export async function keepEmbedder(
  schema: string,
  statements: Statements,
  owner: VectorOwner,
  embedder: Embedder,
): Promise<void> {
  await statements.query(
    `INSERT INTO ${schema}.embedders (tenant, owner, id, dimensions, name) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    ...[owner.tenant, owner.owner, embedderNumber(embedder), embedder.dimensions, toStored(embedder.name)],
  )
  await mustMatch(schema, statements, owner, embedder)
}

/** Checks that vectors which an owner has of an embedder are of its length. @throws LamellaError `EMBEDDER_MISMATCH` */
export async function mustMatch(
  schema: string,
  statements: Statements,
  { tenant, owner }: VectorOwner,
  embedder: Embedder,
): Promise<void> {
  const { name, dimensions } = embedder
  const [row] = await statements.query<{ readonly dimensions: number }>(
    `SELECT dimensions FROM ${schema}.embedders WHERE tenant = $1 AND owner = $2 AND id = $3`,
    ...[tenant, owner, embedderNumber(embedder)],
  )
  const kept = row?.dimensions ?? dimensions
  if (kept === dimensions) return
  throw postgresError(
    'EMBEDDER_MISMATCH',
    `The schema has vectors of "${name}" with ${kept} numbers, not ${dimensions}.`,
    'Give each model its own name: vectors with the same name are compared with each other.',
    { embedder: name, dimensions, kept },
  )
}
