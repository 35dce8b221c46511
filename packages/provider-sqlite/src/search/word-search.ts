import type { Asked, WordScores } from '@lamella/core/search'
import {
  collectTexts,
  extendCollection,
  type StoreConversation,
  scoreCollection,
  type TextChunk,
  type TextCollection,
} from '@lamella/ranker-bm25/stores'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import type { Kind } from './kinds.ts'
import { createReadChunks } from './known-chunks.ts'
import type { Tail, TailOf } from './tail.ts'

/** Scores texts by words. Call these methods in a transaction. */
export interface WordSearch {
  /** Scores the texts of an owner. */
  score(owner: number, asked: readonly Asked[]): WordScores
  /** Scores these texts of several owners as one collection. */
  scoreSome(owners: readonly number[], ids: ReadonlySet<number>, asked: readonly Asked[]): WordScores
  /** Returns all chunks of an owner, with that of the texts that are not indexed yet. */
  chunksOf(owner: number): readonly TextChunk[]
}

/** The number of owners whose texts are kept in order between searches, and the most texts of them all, without tails. */
const mostOwners = 1000
const mostTexts = 500_000

interface Known {
  readonly stand: string
  /** The texts in the index. */
  readonly collection: TextCollection
  /** Those with the tail that was there last. */
  withTail?: { readonly stand: string; readonly collection: TextCollection }
}

/** @param tailOf Returns the texts that are not in the index yet. Default: there are none. */
export function createWordSearch(
  db: SqliteDatabase,
  kind: Kind,
  weights: StoreConversation,
  tailOf: TailOf = () => undefined,
): WordSearch {
  const read = createReadChunks(db, kind, weights)
  const known = new Map<number, Known>()
  let kept = 0

  const remember = (owner: number, entry: Known): void => {
    kept += entry.collection.size - (known.get(owner)?.collection.size ?? 0)
    known.set(owner, entry)
    if (known.size <= mostOwners && kept <= mostTexts) return
    known.clear()
    kept = 0
  }
  const scoreIn = (collection: TextCollection, chunks: readonly TextChunk[], asked: readonly Asked[]): WordScores =>
    scoreCollection(asked, collection, (term) => chunks.map((chunk) => chunk.word(term)), weights)
  const withTail = (chunks: readonly TextChunk[], tail: Tail | undefined): readonly TextChunk[] =>
    tail === undefined ? chunks : [...chunks, tail.chunk]

  return {
    score: (owner, asked) => {
      const [{ stand, chunks }, tail] = [read(owner), tailOf(owner)]
      let found = known.get(owner)
      if (found?.stand !== stand) {
        found = {
          stand,
          collection: collectTexts(
            chunks.map(({ texts }) => texts),
            weights,
          ),
        }
        remember(owner, found)
      }
      if (tail === undefined) return scoreIn(found.collection, chunks, asked)
      if (found.withTail?.stand !== tail.stand) {
        const collection = extendCollection(found.collection, tail.chunk.texts, weights)
        found.withTail = { stand: tail.stand, collection }
      }
      return scoreIn(found.withTail.collection, withTail(chunks, tail), asked)
    },
    scoreSome: (owners, ids, asked) => {
      const chunks = owners.flatMap((owner) => read(owner).chunks)
      const collection = collectTexts(
        chunks.map(({ texts }) => texts),
        weights,
        (id) => ids.has(id),
      )
      return scoreIn(collection, chunks, asked)
    },
    chunksOf: (owner) => withTail(read(owner).chunks, tailOf(owner)),
  }
}
