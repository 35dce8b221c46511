import type { Statements } from '../database/connector.ts'
import { type IndexPart, keysOf } from './kinds.ts'
import { lengthAt, lengthSize, postingSize } from './postings.ts'

interface RemovedRow {
  readonly number: number
  readonly chunk: number
  readonly lengths: Uint8Array
}

/**
 * Removes everything that the index has of sessions, memories or blocks, with their vectors. Call it in a transaction
 * that has locked them.
 */
export async function removeTexts(
  schema: string,
  statements: Statements,
  part: IndexPart,
  items: readonly number[],
): Promise<void> {
  if (items.length === 0) return
  const keys = keysOf(part)
  await removeVectors(schema, statements, part, items)
  await unindexTexts(schema, statements, part, items)
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

/** Removes the words of sessions, memories or blocks, and keeps their vectors. */
export async function unindexTexts(
  schema: string,
  statements: Statements,
  part: IndexPart,
  items: readonly number[],
): Promise<void> {
  const keys = keysOf(part)
  const these = 'tenant = $1 AND owner = $2 AND kind = $3'
  await statements.query(`SELECT FROM ${schema}.indexed_extents WHERE ${these} FOR UPDATE`, ...keys)
  const runs = await statements.query<RemovedRow>(
    `DELETE FROM ${schema}.indexed_texts WHERE ${these} AND item = ANY($4::bigint[]) RETURNING number, chunk, lengths`,
    ...[...keys, items],
  )
  let [count, terms] = [0, 0]
  const offsets = new Map<number, number[]>()
  for (const { number, chunk, lengths } of runs) {
    const removed = offsets.get(chunk) ?? []
    offsets.set(chunk, removed)
    for (let i = 0; i < lengths.length / lengthSize; i++) {
      removed.push(number + i - chunk)
      terms += lengthAt(lengths, i)
      count++
    }
  }
  if (count === 0) return
  const chunks = await statements.query<{ readonly chunk: number }>(
    `SELECT DISTINCT chunk FROM ${schema}.indexed_texts WHERE ${these} AND chunk = ANY($4::integer[])`,
    ...[...keys, [...offsets.keys()]],
  )
  const others = new Set(chunks.map(({ chunk }) => chunk))
  for (const [chunk, removed] of offsets) {
    if (others.has(chunk)) await removePostings(schema, statements, part, chunk, removed)
    else await statements.query(`DELETE FROM ${schema}.words WHERE ${these} AND chunk = $4`, ...[...keys, chunk])
  }
  await statements.query(
    `UPDATE ${schema}.indexed_extents SET count = count - $4, terms = terms - $5 WHERE ${these}`,
    ...[...keys, count, terms],
  )
}

/** Rewrites the rows of a chunk that have postings of these texts, and deletes those that have no others. */
async function removePostings(
  schema: string,
  statements: Statements,
  part: IndexPart,
  chunk: number,
  offsets: readonly number[],
): Promise<void> {
  const these = 'w.tenant = $1 AND w.owner = $2 AND w.kind = $3 AND w.chunk = $4'
  // A search for the bytes leaves out most rows fast; it also finds some that do not have the text.
  const only = offsets.length === 1 ? ` AND position($6::bytea IN w.postings) > 0` : ''
  const [offset = 0] = offsets
  // Rows are named by their place (ctid), which nobody else can change meanwhile: without statistics, a join by term
  // would compare each row with each.
  await statements.query(
    `WITH found AS (
       SELECT w.ctid AS place, w.postings, (
         SELECT string_agg(substring(w.postings FROM i FOR ${postingSize}), '' ORDER BY i)
         FROM generate_series(1, octet_length(w.postings), ${postingSize}) AS i
         WHERE get_byte(w.postings, i - 1) * 256 + get_byte(w.postings, i) <> ALL ($5::integer[])
       ) AS kept
       FROM ${schema}.words w WHERE ${these}${only}
     ), emptied AS (
       DELETE FROM ${schema}.words w USING found f WHERE w.ctid = f.place AND ${these} AND f.kept IS NULL
     )
     UPDATE ${schema}.words w SET postings = f.kept FROM found f
     WHERE w.ctid = f.place AND ${these} AND f.kept IS NOT NULL AND f.kept <> f.postings`,
    ...[...keysOf(part), chunk, offsets],
    ...(only === '' ? [] : [Buffer.from([offset >> 8, offset & 255])]),
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
