import type { Statements } from '../database/connector.ts'
import { type IndexPart, keysOf } from './kinds.ts'
import { type RemovedRun, removePostings } from './remove-postings.ts'

/**
 * Removes everything that the index has of sessions, memories or blocks, with their vectors. Call it in a transaction
 * that has locked them.
 *
 * @param terms All words of the texts, if they are known: otherwise each word of their chunks is looked at.
 */
export async function removeTexts(
  schema: string,
  statements: Statements,
  part: IndexPart,
  items: readonly number[],
  terms?: Iterable<string>,
): Promise<void> {
  if (items.length === 0) return
  const keys = keysOf(part)
  await removeVectors(schema, statements, part, items)
  await unindexTexts(schema, statements, part, items, terms)
  // Nothing but numbers is left of an owner without texts.
  await statements.query(
    `DELETE FROM ${schema}.indexed_extents WHERE tenant = $1 AND owner = $2 AND kind = $3 AND count = 0`,
    ...keys,
  )
}

/** Removes the vectors of sessions, memories or blocks. */
export async function removeVectors(
  schema: string,
  statements: Statements,
  part: IndexPart,
  items: readonly number[],
): Promise<void> {
  await statements.query(
    `DELETE FROM ${schema}.vectors WHERE tenant = $1 AND owner = $2 AND kind = $3 AND item = ANY($4::bigint[])`,
    ...[...keysOf(part), items],
  )
}

/** Removes the words of sessions, memories or blocks, and keeps their vectors. `terms` as in `removeTexts`. */
export async function unindexTexts(
  schema: string,
  statements: Statements,
  part: IndexPart,
  items: readonly number[],
  terms?: Iterable<string>,
): Promise<void> {
  const keys = keysOf(part)
  const these = 'tenant = $1 AND owner = $2 AND kind = $3'
  await statements.query(`SELECT FROM ${schema}.indexed_extents WHERE ${these} FOR UPDATE`, ...keys)
  const runs = await statements.query<RemovedRun & { readonly chunk: number; readonly count: number }>(
    `DELETE FROM ${schema}.indexed_texts WHERE ${these} AND item = ANY($4::bigint[])
     RETURNING number, chunk, count, texts`,
    ...[...keys, items],
  )
  if (runs.length === 0) return
  const chunks = new Set(runs.map(({ chunk }) => chunk))
  const rows = await statements.query<{ readonly chunk: number }>(
    `SELECT DISTINCT chunk FROM ${schema}.indexed_texts WHERE ${these} AND chunk = ANY($4::integer[])`,
    ...[...keys, [...chunks]],
  )
  const used = new Set(rows.map(({ chunk }) => chunk))
  for (const chunk of chunks) {
    if (used.has(chunk)) {
      const removed = runs.filter((run) => run.chunk === chunk)
      await removePostings(schema, statements, part, chunk, removed, terms && [...terms])
    } else await statements.query(`DELETE FROM ${schema}.words WHERE ${these} AND chunk = $4`, ...[...keys, chunk])
  }
  await statements.query(
    `UPDATE ${schema}.indexed_extents SET count = count - $4, version = version + 1 WHERE ${these}`,
    ...[...keys, runs.reduce((sum, { count }) => sum + count, 0)],
  )
}

/** Removes everything that the index has of an owner's texts of a kind. */
export async function removeAllTexts(schema: string, statements: Statements, part: IndexPart): Promise<void> {
  for (const table of ['indexed_extents', 'indexed_texts', 'words', 'vectors']) {
    await statements.query(
      `DELETE FROM ${schema}.${table} WHERE tenant = $1 AND owner = $2 AND kind = $3`,
      ...keysOf(part),
    )
  }
}
