import type { Notice } from '@lamella/core'
import { partNames, readPostings, readTexts } from '@lamella/ranker-bm25/stores'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { notice } from '../notices.ts'
import type { ChunkRow } from './word-index.ts'

/** What a step of a check has found, and the number of the last thing it looked at; `undefined` after the last one. */
export interface CheckedPart {
  readonly last: number | undefined
  readonly notices: readonly Notice[]
}

/**
 * Returns a function that checks the first chunk after a number: that its words add up to the lengths of its texts, and
 * that it has the texts that it should. Call it in a transaction.
 */
export function createCheckIndex(db: SqliteDatabase): (after: number) => CheckedPart {
  const words = db.prepare('SELECT postings FROM words WHERE chunk = ?')
  const next = db.prepare('SELECT id, kind, places, texts FROM word_chunks WHERE id > ? ORDER BY id LIMIT 1')
  const listed = db.prepare(
    'SELECT json_group_array(id) AS ids FROM (SELECT id FROM indexed_texts WHERE chunk = ? AND kind = ? ORDER BY id)',
  )

  const sumsOf = (chunk: number, size: number): Float64Array => {
    const sums = new Float64Array(size)
    for (const word of words.all(chunk) as { readonly postings: Uint8Array }[]) {
      const { places, said, asked, speaker, date, label } = readPostings(word.postings)
      for (const [i, place] of places.entries()) {
        for (const [part, list] of [said, asked, speaker, date, label].entries()) {
          const at = place * partNames.length + part
          sums[at] = (sums[at] ?? Number.NaN) + (list[i] as number)
        }
      }
    }
    return sums
  }
  return (after) => {
    const row = next.get(after) as (ChunkRow & { readonly kind: number; readonly places: number }) | undefined
    if (row === undefined) return { last: undefined, notices: [] }
    const { ids, lengths } = readTexts(row.texts)
    const sums = sumsOf(row.id, lengths.length)
    const own = ids.filter((id) => id >= 0).sort((a, b) => a - b)
    const { ids: wanted } = listed.get(row.id, row.kind) as { readonly ids: string }
    const isRight =
      ids.length === row.places && lengths.every((length, at) => sums[at] === length) && wanted === JSON.stringify(own)
    const problem = 'The word index of an owner does not match the lengths of its texts.'
    return { last: row.id, notices: isRight ? [] : [notice('INDEX_INCONSISTENT', problem)] }
  }
}
