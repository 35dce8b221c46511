import { movedPostings, partNames, readTexts } from '@lamella/ranker-bm25/stores'
import type { Statements } from '../database/connector.ts'
import { type IndexPart, keysOf } from './kinds.ts'

/** A run whose texts are removed. */
export interface RemovedRun {
  readonly number: number
  readonly texts: Uint8Array
}

interface WordRow {
  /** The place of the row in the table, which nobody else can change meanwhile. */
  readonly place: string
  readonly postings: Uint8Array
}

/**
 * Removes the postings of runs from their chunk, which has other texts too. Call it in a transaction that has locked the
 * part.
 *
 * @param terms All words of the texts, if they are known: otherwise each word of the chunk is looked at.
 */
export async function removePostings(
  schema: string,
  statements: Statements,
  part: IndexPart,
  chunk: number,
  runs: readonly RemovedRun[],
  terms: readonly string[] | undefined,
): Promise<void> {
  const these = 'w.tenant = $1 AND w.owner = $2 AND w.kind = $3 AND w.chunk = $4'
  const read = `SELECT w.ctid::text AS place, w.postings FROM ${schema}.words w WHERE ${these}`
  // Each by itself (OFFSET 0), or by its place: without statistics, PostgreSQL may compare each row with each.
  const readSome = `SELECT f.* FROM unnest($5::text[]) AS n (term)
    CROSS JOIN LATERAL (${read} AND w.term = n.term OFFSET 0) AS f`
  const change = `UPDATE ${schema}.words w SET postings = decode(n.postings, 'hex')
    FROM unnest($5::text[], $6::text[]) AS n (place, postings) WHERE w.ctid = n.place::tid AND ${these}`
  const remove = `DELETE FROM ${schema}.words w USING unnest($5::text[]) AS n (place)
    WHERE w.ctid = n.place::tid AND ${these}`

  const keys = [...keysOf(part), chunk]
  const places = new Set<number>()
  const expected = partNames.map(() => 0)
  for (const { number, texts } of runs) {
    const { ids, lengths } = readTexts(texts)
    for (const index of ids.keys()) places.add(number + index - chunk)
    for (const [index, length] of lengths.entries())
      expected[index % partNames.length] = (expected[index % partNames.length] ?? 0) + length
  }
  /** Returns how many words of each part were removed. */
  const removeFrom = async (words: readonly string[] | undefined): Promise<readonly number[]> => {
    const rows = await statements.query<WordRow>(words ? readSome : read, ...[...keys, ...(words ? [words] : [])])
    let removed: readonly number[] = partNames.map(() => 0)
    const [changed, emptied]: [{ readonly place: string; readonly bytes: Uint8Array }[], string[]] = [[], []]
    for (const { place, postings } of rows) {
      const after = movedPostings(postings, (place) => (places.has(place) ? undefined : place))
      if (after === undefined) continue
      removed = removed.map((sum, index) => sum + (after.removed[index] as number))
      if (after.bytes.length === 0) emptied.push(place)
      else changed.push({ place, bytes: after.bytes })
    }
    await statements.query(
      change,
      ...[...keys, changed.map(({ place }) => place)],
      changed.map(({ bytes }) => Buffer.from(bytes).toString('hex')),
    )
    await statements.query(remove, ...[...keys, emptied])
    return removed
  }
  const removed = terms && (await removeFrom(terms))
  // Another version of Unicode in the runtime may have split the text differently.
  if (!removed?.every((count, index) => count === expected[index])) await removeFrom(undefined)
}
