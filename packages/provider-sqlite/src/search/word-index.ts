import {
  movedPostings,
  partNames,
  readTexts,
  type TextRecord,
  textBytes,
  withoutTexts,
} from '@lamella/ranker-bm25/stores'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { createAddTexts, type NewText } from './add-texts.ts'
import { type Kind, kindNumbers } from './kinds.ts'

/** A chunk of an index. */
export interface ChunkRow {
  readonly id: number
  readonly texts: Uint8Array
}

/** The word index of one kind of text. Call these methods in a transaction. */
export interface WordIndex {
  /** Adds texts of an owner that are not indexed. */
  add(owner: number, texts: readonly NewText[]): void
  /**
   * Removes texts with all their words, in steps that a later compaction of the file leaves no trace of.
   *
   * @param terms All words of the texts, if they are known: otherwise each word of their chunks is looked at.
   */
  remove(ids: readonly number[], terms?: Iterable<string>): void
}

/** A chunk with fewer than this share of its places in use is written anew. */
const leastUse = 0.5

/** Smaller chunks are left as they are. */
const leastPlaces = 64

export function createWordIndex(db: SqliteDatabase, kind: Kind): WordIndex {
  const number = kindNumbers[kind]
  const chunkRow = db.prepare('SELECT id, texts FROM word_chunks WHERE id = ?')
  const wordRow = db.prepare('SELECT postings FROM words WHERE chunk = ? AND term = ?')
  const allTerms = db.prepare('SELECT json_group_array(term) AS terms FROM words WHERE chunk = ?')
  const setPostings = db.prepare('UPDATE words SET postings = ? WHERE chunk = ? AND term = ?')
  const removeTerm = db.prepare('DELETE FROM words WHERE chunk = ? AND term = ?')
  const setTexts = db.prepare('UPDATE word_chunks SET texts = ?, version = version + 1 WHERE id = ?')
  const setPlaces = db.prepare('UPDATE word_chunks SET places = ? WHERE id = ?')
  // The foreign key deletes its words.
  const removeChunk = db.prepare('DELETE FROM word_chunks WHERE id = ?')
  const chunkOf = db.prepare('SELECT chunk FROM indexed_texts WHERE kind = ? AND id = ?')
  const forget = db.prepare('DELETE FROM indexed_texts WHERE kind = ? AND id = ?')

  const termsOf = (chunk: number): readonly string[] =>
    JSON.parse((allTerms.get(chunk) as { readonly terms: string }).terms) as readonly string[]
  /** Moves the places of terms, or removes them, and returns how many words of each part were removed. */
  const moveWords = (
    chunk: number,
    terms: Iterable<string>,
    placeOf: (place: number) => number | undefined,
  ): readonly number[] => {
    let removed: readonly number[] = partNames.map(() => 0)
    for (const term of terms) {
      const before = wordRow.get(chunk, term) as { readonly postings: Uint8Array } | undefined
      const after = before && movedPostings(before.postings, placeOf)
      if (after === undefined) continue
      if (after.bytes.length === 0) removeTerm.run(chunk, term)
      else setPostings.run(after.bytes, chunk, term)
      removed = removed.map((sum, part) => sum + (after.removed[part] as number))
    }
    return removed
  }
  /** Removes the places of removed texts. */
  const compact = (chunk: number, records: readonly TextRecord[]): void => {
    const places = new Map<number, number>()
    const kept: TextRecord[] = []
    for (const [place, record] of records.entries()) {
      if (record.id < 0) continue
      places.set(place, kept.length)
      kept.push(record)
    }
    moveWords(chunk, termsOf(chunk), (place) => places.get(place))
    setTexts.run(textBytes(kept), chunk)
    setPlaces.run(kept.length, chunk)
  }
  const removeFrom = (chunk: ChunkRow, ids: ReadonlySet<number>, terms: Iterable<string> | undefined): void => {
    const texts = readTexts(chunk.texts)
    const places = new Set(texts.ids.flatMap((id, place) => (ids.has(id) ? [place] : [])))
    const left = texts.ids.filter((id) => id >= 0).length - places.size
    if (left === 0) {
      removeChunk.run(chunk.id)
      return
    }
    const expected = partNames.map((_, part) =>
      [...places].reduce((sum, place) => sum + (texts.lengths[place * partNames.length + part] as number), 0),
    )
    const without = (place: number): number | undefined => (places.has(place) ? undefined : place)
    const removed = terms && moveWords(chunk.id, terms, without)
    // Another version of Unicode in the runtime may have split the text differently.
    if (!removed?.every((count, part) => count === expected[part])) moveWords(chunk.id, termsOf(chunk.id), without)
    const records = withoutTexts(texts, (id) => ids.has(id))
    setTexts.run(textBytes(records), chunk.id)
    if (records.length >= leastPlaces && left < records.length * leastUse) compact(chunk.id, records)
  }

  return {
    add: createAddTexts(db, kind),
    remove: (ids, terms) => {
      const chunks = new Map<number, Set<number>>()
      for (const id of ids) {
        const found = chunkOf.get(number, id) as { readonly chunk: number } | undefined
        if (found === undefined) continue
        const own = chunks.get(found.chunk) ?? new Set()
        chunks.set(found.chunk, own.add(id))
        forget.run(number, id)
      }
      const known = terms && [...terms]
      for (const [chunk, own] of chunks) removeFrom(chunkRow.get(chunk) as ChunkRow, own, known)
    },
  }
}
