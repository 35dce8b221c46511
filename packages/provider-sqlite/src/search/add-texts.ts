import { addPostings, type CountedText, textBytes } from '@lamella/ranker-bm25/stores'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { type Kind, kindNumbers } from './kinds.ts'

/**
 * The maximum number of texts and of postings of a chunk. Few large chunks are read faster; adding to one rewrites the
 * postings of each word of the new text.
 */
const mostPlaces = 4096
const mostPostings = 2 ** 19

interface LastRow {
  readonly id: number
  readonly places: number
  readonly postings: number
}

/** Adds texts to the last chunk of an owner, and starts new ones as they fill. */
export function createAddTexts(db: SqliteDatabase, kind: Kind): (owner: number, texts: readonly NewText[]) => void {
  const number = kindNumbers[kind]
  const last = db.prepare(
    'SELECT id, places, postings FROM word_chunks WHERE owner = ? AND kind = ? ORDER BY id DESC LIMIT 1',
  )
  const start = db.prepare(`
    INSERT INTO word_chunks (owner, kind, version, places, postings, texts) VALUES (?, ?, 0, 0, 0, x'')
    RETURNING id, places, postings
  `)
  // The result of || is text, whatever its bytes.
  const addWords = db.prepare(`
    INSERT INTO words (chunk, term, postings) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET postings = CAST(postings || excluded.postings AS BLOB)
  `)
  const grow = db.prepare(`
    UPDATE word_chunks SET places = places + ?, postings = postings + ?,
      texts = CAST(texts || ? AS BLOB) WHERE id = ?
  `)
  const remember = db.prepare('INSERT INTO indexed_texts (kind, id, chunk) VALUES (?, ?, ?)')

  const addTo = (chunk: LastRow, texts: readonly NewText[]): readonly NewText[] => {
    const words = new Map<string, number[]>()
    let [postings, end] = [0, 0]
    for (; end < texts.length; end++) {
      if (chunk.places + end >= mostPlaces || chunk.postings + postings >= mostPostings) break
      const { id, counted } = texts[end] as NewText
      postings += addPostings(words, chunk.places + end, counted)
      remember.run(number, id, chunk.id)
    }
    // In order, so that neighbours in the table are written together.
    for (const term of [...words.keys()].sort()) addWords.run(chunk.id, term, Uint8Array.from(words.get(term) ?? []))
    grow.run(end, postings, textBytes(texts.slice(0, end)), chunk.id)
    return texts.slice(end)
  }
  return (owner, texts) => {
    for (let left = texts; left.length > 0; ) {
      const known = last.get(owner, number) as LastRow | undefined
      const isFull = known === undefined || known.places >= mostPlaces || known.postings >= mostPostings
      left = addTo(isFull ? (start.get(owner, number) as LastRow) : known, left)
    }
  }
}

/** A text to index. */
export interface NewText {
  readonly id: number
  /** The number of its conversation; 0 for none. */
  readonly group: number
  readonly counted: CountedText
}
