import type { Asked, WordScores } from '@lamella/core/search'
import {
  collectTexts,
  readTexts,
  type StoreConversation,
  scoreCollection,
  type TextCollection,
  type TextRecords,
  type WeighedPostings,
  weighPostings,
} from '@lamella/ranker-bm25/stores'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { type Kind, kindNumbers } from './kinds.ts'

/** Scores texts by words. Call these methods in a transaction. */
export interface WordSearch {
  /** Scores the texts of an owner. */
  score(owner: number, asked: readonly Asked[]): WordScores
  /** Scores these texts of several owners as one collection. */
  scoreSome(owners: readonly number[], ids: ReadonlySet<number>, asked: readonly Asked[]): WordScores
}

/** A chunk as read: its texts, and those of its words that queries have asked for. */
interface KnownChunk {
  readonly version: number
  readonly texts: TextRecords
  readonly words: Map<string, WeighedPostings | undefined>
}

/**
 * The maximum size of what is kept between searches, in bytes as estimated by `textSize` and `postingSize`: about 100,000
 * messages with the words of the last queries. More is read again.
 */
const mostKept = 32_000_000
const textSize = 100
const postingSize = 24

export function createWordSearch(db: SqliteDatabase, kind: Kind, weights: StoreConversation): WordSearch {
  const number = kindNumbers[kind]
  const list = db.prepare('SELECT id, version FROM word_chunks WHERE owner = ? AND kind = ? ORDER BY id')
  const texts = db.prepare('SELECT texts FROM word_chunks WHERE id = ?')
  const postings = db.prepare('SELECT postings FROM words WHERE chunk = ? AND term = ?')
  // A chunk is read again if its version has changed, and numbers of chunks are never reused: nothing here is stale.
  let chunks = new Map<number, KnownChunk>()
  let collections = new Map<number, { readonly stand: string; readonly collection: TextCollection }>()
  let kept = 0

  const read = (id: number, version: number): KnownChunk => {
    const known = chunks.get(id)
    if (known?.version === version) return known
    const row = texts.get(id) as { readonly texts: Uint8Array }
    const chunk: KnownChunk = { version, texts: readTexts(row.texts), words: new Map() }
    kept += textSize * chunk.texts.ids.length
    chunks.set(id, chunk)
    return chunk
  }
  const wordIn = (id: number, { words }: KnownChunk, term: string): WeighedPostings | undefined => {
    if (words.has(term)) return words.get(term)
    const row = postings.get(id, term) as { readonly postings: Uint8Array } | undefined
    const found = row && weighPostings(row.postings, weights)
    words.set(term, found)
    kept += postingSize * (found?.places.length ?? 0) + textSize
    return found
  }
  const forgetIfMuch = (): void => {
    if (kept <= mostKept) return
    chunks = new Map()
    collections = new Map()
    kept = 0
  }

  return {
    score: (owner, asked) => {
      forgetIfMuch()
      const rows = list.all(owner, number) as { readonly id: number; readonly version: number }[]
      const own = rows.map(({ id, version }) => [id, read(id, version)] as const)
      const stand = rows.map(({ id, version }) => `${id}.${version}`).join()
      let known = collections.get(owner)
      if (known?.stand !== stand) {
        known = {
          stand,
          collection: collectTexts(
            own.map(([, chunk]) => chunk.texts),
            weights,
          ),
        }
        collections.set(owner, known)
        kept += textSize * known.collection.size
      }
      return scoreCollection(
        asked,
        known.collection,
        (term) => own.map(([id, chunk]) => wordIn(id, chunk, term)),
        weights,
      )
    },
    scoreSome: (owners, ids, asked) => {
      forgetIfMuch()
      const rows = owners.flatMap(
        (owner) => list.all(owner, number) as { readonly id: number; readonly version: number }[],
      )
      const own = rows.map(({ id, version }) => [id, read(id, version)] as const)
      const collection = collectTexts(
        own.map(([, chunk]) => chunk.texts),
        weights,
        (id) => ids.has(id),
      )
      return scoreCollection(asked, collection, (term) => own.map(([id, chunk]) => wordIn(id, chunk, term)), weights)
    },
  }
}
