import {
  type GrowingTexts,
  readTexts,
  type StoreConversation,
  type TextChunk,
  type WeighedPostings,
  weighPostings,
} from '@lamella/ranker-bm25/stores'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { type Kind, kindNumbers } from './kinds.ts'

/** The chunks of an owner, and what their state is called: another state has another name. */
interface OwnChunks {
  readonly state: string
  readonly chunks: readonly TextChunk[]
}

/** Reads chunks, and remembers what it has read. Call it in a transaction. */
export type ReadChunks = (owner: number) => OwnChunks

interface Row {
  readonly id: number
  readonly version: number
  readonly places: number
}

/** A term as read: where its bytes ended, and how many texts the chunk had then. */
interface KnownWord {
  readonly bytes: number
  readonly places: number
  readonly postings: WeighedPostings | undefined
}

interface KnownChunk {
  readonly version: number
  readonly places: number
  readonly bytes: number
  readonly texts: GrowingTexts
  readonly words: Map<string, KnownWord>
}

/**
 * The maximum size of what is kept between searches, in bytes as estimated here. About 80,000 messages with the words of
 * the last queries; what is not kept is read again.
 */
const mostKept = 32_000_000
const textSize = 88
const wordSize = 200
const postingSize = 8

/** @param weights Decide what a posting counts. */
export function createReadChunks(db: SqliteDatabase, kind: Kind, weights: StoreConversation): ReadChunks {
  const list = db.prepare('SELECT id, version, places FROM word_chunks WHERE owner = ? AND kind = ? ORDER BY id')
  // From a byte on: what is added to a chunk follows at the end.
  const textsOf = db.prepare('SELECT substr(texts, ?) AS bytes FROM word_chunks WHERE id = ?')
  const postings = db.prepare('SELECT substr(postings, ?) AS bytes FROM words WHERE chunk = ? AND term = ?')
  // A chunk is read again if its version has changed, and numbers of chunks are never used again: nothing is stale.
  const known = new Map<number, KnownChunk>()
  let kept = 0

  const read = ({ id, version, places }: Row): KnownChunk => {
    const before = known.get(id)
    if (before?.version === version && before.places === places) return before
    const same = before?.version === version ? before : undefined
    const { bytes } = textsOf.get((same?.bytes ?? 0) + 1, id) as { readonly bytes: Uint8Array }
    // The lists grow in place, so the chunk is forgotten first: if the bytes are damaged, it is read again from the start.
    known.delete(id)
    const size = same?.texts.ids.length ?? 0
    const texts = readTexts(bytes, same?.texts)
    const end = (same?.bytes ?? 0) + bytes.length
    const chunk: KnownChunk = { version, places, bytes: end, words: same?.words ?? new Map(), texts }
    known.set(id, chunk)
    kept += textSize * (texts.ids.length - size)
    return chunk
  }
  const wordIn = (id: number, chunk: KnownChunk, term: string): WeighedPostings | undefined => {
    const before = chunk.words.get(term)
    if (before?.places === chunk.places) return before.postings
    const start = before?.bytes ?? 0
    const row = postings.get(start + 1, id, term) as { readonly bytes: Uint8Array } | undefined
    const hasMore = row !== undefined && row.bytes.length > 0
    const all = hasMore ? weighPostings(row.bytes, weights, before?.postings) : before?.postings
    chunk.words.set(term, { bytes: start + (row?.bytes.length ?? 0), places: chunk.places, postings: all })
    const added = (all?.places.length ?? 0) - (before?.postings?.places.length ?? 0)
    kept += (before ? 0 : wordSize) + postingSize * added
    return all
  }

  return (owner) => {
    if (kept > mostKept) {
      known.clear()
      kept = 0
    }
    const rows = list.all(owner, kindNumbers[kind]) as Row[]
    const chunks = rows.map((row): TextChunk => {
      const chunk = read(row)
      return { texts: chunk.texts, word: (term) => wordIn(row.id, chunk, term) }
    })
    return { state: rows.map(({ id, version, places }) => `${id}.${version}.${places}`).join(), chunks }
  }
}
