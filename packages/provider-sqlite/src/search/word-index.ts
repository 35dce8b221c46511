import { movedPostings, partNames, readTexts, textBytes, withoutTexts } from '@lamella/ranker-bm25/stores'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { createAddTexts, type NewText } from './add-texts.ts'
import { type ChunkRow, createChunkRows } from './chunk-rows.ts'
import { type Kind, kindNumbers } from './kinds.ts'

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
  const rows = createChunkRows(db)
  const chunkOf = db.prepare('SELECT chunk FROM indexed_texts WHERE kind = ? AND id = ?')
  const forget = db.prepare('DELETE FROM indexed_texts WHERE kind = ? AND id = ?')

  /** Removes places from terms, and returns how many words of each part they had. */
  const removeWords = (chunk: number, places: ReadonlySet<number>, terms: Iterable<string>): readonly number[] => {
    let removed: readonly number[] = partNames.map(() => 0)
    for (const term of terms) {
      const before = rows.postings(chunk, term)
      const after = before && movedPostings(before, (place) => (places.has(place) ? undefined : place))
      if (after === undefined) continue
      rows.setPostings(chunk, term, after.bytes)
      removed = removed.map((sum, part) => sum + (after.removed[part] as number))
    }
    return removed
  }
  const removeFrom = (chunk: ChunkRow, ids: ReadonlySet<number>, terms: Iterable<string> | undefined): void => {
    const texts = readTexts(chunk.texts)
    const places = new Set(texts.ids.flatMap((id, place) => (ids.has(id) ? [place] : [])))
    const left = texts.ids.filter((id) => id >= 0).length - places.size
    if (left === 0) {
      rows.remove(chunk.id)
      return
    }
    const expected = partNames.map((_, part) =>
      [...places].reduce((sum, place) => sum + (texts.lengths[place * partNames.length + part] as number), 0),
    )
    const removed = terms && removeWords(chunk.id, places, terms)
    // Another version of Unicode in the runtime may have split the text differently.
    if (!removed?.every((count, part) => count === expected[part])) removeWords(chunk.id, places, rows.terms(chunk.id))
    const records = withoutTexts(texts, (id) => ids.has(id))
    rows.setTexts(chunk.id, textBytes(records))
    if (records.length >= leastPlaces && left < records.length * leastUse) rows.compact(chunk.id)
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
      for (const [chunk, own] of chunks) removeFrom(rows.get(chunk) as ChunkRow, own, known)
    },
  }
}
