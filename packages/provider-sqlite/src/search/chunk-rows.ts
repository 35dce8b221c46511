import { movedPostings, readTexts, type TextRecord, textBytes, withoutTexts } from '@lamella/ranker-bm25/stores'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'

/** A chunk of an index. */
export interface ChunkRow {
  readonly id: number
  readonly texts: Uint8Array
}

/** Rows of chunks and of their words. Call these methods in a transaction. */
export interface ChunkRows {
  get(chunk: number): ChunkRow | undefined
  postings(chunk: number, term: string): Uint8Array | undefined
  terms(chunk: number): readonly string[]
  /** Sets the postings of a term; empty ones remove it. */
  setPostings(chunk: number, term: string, postings: Uint8Array): void
  setTexts(chunk: number, texts: Uint8Array): void
  /** Removes the places of removed texts. */
  compact(chunk: number): void
  /** Removes a chunk with its words. */
  remove(chunk: number): void
}

export function createChunkRows(db: SqliteDatabase): ChunkRows {
  const get = db.prepare('SELECT id, texts FROM word_chunks WHERE id = ?')
  const postings = db.prepare('SELECT postings FROM words WHERE chunk = ? AND term = ?')
  const terms = db.prepare('SELECT json_group_array(term) AS terms FROM words WHERE chunk = ?')
  const setPostings = db.prepare('UPDATE words SET postings = ? WHERE chunk = ? AND term = ?')
  const removeTerm = db.prepare('DELETE FROM words WHERE chunk = ? AND term = ?')
  const setTexts = db.prepare('UPDATE word_chunks SET texts = ?, version = version + 1 WHERE id = ?')
  const setPlaces = db.prepare('UPDATE word_chunks SET places = ? WHERE id = ?')
  // The foreign key deletes its words.
  const remove = db.prepare('DELETE FROM word_chunks WHERE id = ?')

  const rows: ChunkRows = {
    get: (chunk) => get.get(chunk) as ChunkRow | undefined,
    postings: (chunk, term) => (postings.get(chunk, term) as { readonly postings: Uint8Array } | undefined)?.postings,
    terms: (chunk) => JSON.parse((terms.get(chunk) as { readonly terms: string }).terms) as readonly string[],
    setPostings: (chunk, term, bytes) => {
      if (bytes.length === 0) removeTerm.run(chunk, term)
      else setPostings.run(bytes, chunk, term)
    },
    setTexts: (chunk, bytes) => setTexts.run(bytes, chunk),
    compact: (chunk) => {
      const { texts } = rows.get(chunk) as ChunkRow
      const records = withoutTexts(readTexts(texts), () => false)
      const places = new Map<number, number>()
      const kept: TextRecord[] = []
      for (const [place, record] of records.entries()) {
        if (record.id < 0) continue
        places.set(place, kept.length)
        kept.push(record)
      }
      for (const term of rows.terms(chunk)) {
        const moved = movedPostings(rows.postings(chunk, term) as Uint8Array, (place) => places.get(place))
        if (moved) rows.setPostings(chunk, term, moved.bytes)
      }
      rows.setTexts(chunk, textBytes(kept))
      setPlaces.run(kept.length, chunk)
    },
    remove: (chunk) => remove.run(chunk),
  }
  return rows
}
