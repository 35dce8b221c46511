import {
  type Asked,
  collectTexts,
  extendCollection,
  type StoreConversation,
  scoreCollection,
  type TextChunk,
  type TextCollection,
} from '@lamella/ranker-bm25/stores'
import type { WordScores } from '@lamella/store/search'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import type { Kind } from './kinds.ts'
import { createReadChunks } from './known-chunks.ts'
import type { Tail, TailOf } from './tail.ts'

/** The number of texts in the index and in its tail (tail.ts), which has all others or none. */
interface Sizes {
  readonly indexed: number
  readonly tail: number
}

/** Scores texts by words. Call these methods in a transaction. */
export interface WordSearch {
  /** Scores the texts of an owner. */
  score(owner: number, asked: readonly Asked[]): WordScores
  /** Scores these texts of several owners as one collection. */
  scoreSome(owners: readonly number[], ids: ReadonlySet<number>, asked: readonly Asked[]): WordScores
  /** Returns how many texts of an owner are indexed, and how many others are found with them. */
  sizes(owner: number): Sizes
  /** Returns all chunks of an owner, with that of the texts that are not indexed yet. */
  chunksOf(owner: number): readonly TextChunk[]
}

/** The number of owners whose texts are kept in order between searches, and the most texts of them all, without tails. */
const mostOwners = 1000
const mostTexts = 500_000

interface Known {
  readonly state: string
  /** The texts in the index. */
  readonly collection: TextCollection
  /** Those with the tail that was there last. */
  withTail?: { readonly state: string; readonly collection: TextCollection }
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

  const knownOf = (owner: number, { state, chunks }: ReturnType<typeof read>): Known => {
    const before = known.get(owner)
    if (before?.state === state) return before
    const collection = collectTexts(
      chunks.map(({ texts }) => texts),
      weights,
    )
    const found = { state, collection }
    remember(owner, found)
    return found
  }

  return {
    score: (owner, asked) => {
      const own = read(owner)
      const { chunks } = own
      const [found, tail] = [knownOf(owner, own), tailOf(owner)]
      if (tail === undefined) return scoreIn(found.collection, chunks, asked)
      if (found.withTail?.state !== tail.state) {
        const collection = extendCollection(found.collection, tail.chunk.texts, weights)
        found.withTail = { state: tail.state, collection }
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
    sizes: (owner) => ({
      indexed: knownOf(owner, read(owner)).collection.size,
      tail: tailOf(owner)?.chunk.texts.ids.length ?? 0,
    }),
    chunksOf: (owner) => withTail(read(owner).chunks, tailOf(owner)),
  }
}
