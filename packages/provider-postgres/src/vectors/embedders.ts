import { createHash } from 'node:crypto'
import type { EmbedderFailed } from '@lamella/core/search'
import type { Embedder } from '@lamella/core/store'
import type { Database } from '../database/database.ts'
import { toStored } from '../database/plain-text.ts'
import { postgresError } from '../errors.ts'

/** Returns the number of an embedder in the schema. @throws LamellaError `EMBEDDER_MISMATCH` */
export async function embedderNumber({ schema, write }: Database, { name, dimensions }: Embedder): Promise<number> {
  const key = createHash('sha256').update(name).digest()
  // Embedders belong to no tenant.
  const [row] = await write('', async (statements) => {
    await statements.query(
      `INSERT INTO ${schema}.embedders (key, name, dimensions) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      ...[key, toStored(name), dimensions],
    )
    return statements.query<{ readonly id: number; readonly dimensions: number }>(
      `SELECT id, dimensions FROM ${schema}.embedders WHERE key = $1`,
      key,
    )
  })
  const kept = row?.dimensions ?? dimensions
  if (kept === dimensions) return row?.id as number
  throw postgresError(
    'EMBEDDER_MISMATCH',
    `The schema has vectors of "${name}" with ${kept} numbers, not ${dimensions}.`,
    'Give each model its own name: vectors with the same name are compared with each other.',
    { embedder: name, dimensions, kept },
  )
}

/** Returns the function that creates the error of an embedder. */
export function failedEmbedder({ name }: Embedder): EmbedderFailed {
  return (what, cause) =>
    postgresError(
      'EMBEDDER_FAILED',
      what,
      'See the cause. Nothing is lost: texts without a vector are found by their words, and retried on the next search.',
      { embedder: name },
      cause,
    )
}
