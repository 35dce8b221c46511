import {
  type Asked,
  collectTexts,
  type StoreConversation,
  scoreCollection,
  type TextChunk,
  type TextCollection,
  weighPostings,
} from '@lamella/ranker-bm25/stores'
import type { WordScores } from '@lamella/store/search'
import type { Statements } from '../database/connector.ts'
import { type IndexPart, keysOf } from './kinds.ts'
import { createReadTexts, type OwnTexts } from './known-texts.ts'
import type { Runs } from './runs.ts'

/** What a search has found so far, in one transaction. */
export interface Reading {
  readonly statements: Statements
  readonly part: IndexPart
  readonly runs: Runs
}

/** What an owner's part of the index has of a query. Messages are named by their number in the index, others by that in their table. */
export interface FoundWords {
  readonly texts: OwnTexts
  /** The chunks of `texts`, with the words of the query. */
  readonly chunks: readonly TextChunk[]
}

/** The word index, as searches use it. */
export interface IndexReader {
  /** Reads the words of a query. Call it in a transaction. */
  read(statements: Statements, part: IndexPart, asked: readonly Asked[]): Promise<FoundWords>
  /** Scores the texts of an owner. */
  score(found: FoundWords, asked: readonly Asked[]): WordScores
  /** Scores these texts of several owners as one collection. */
  scoreSome(found: readonly FoundWords[], ids: ReadonlySet<number>, asked: readonly Asked[]): WordScores
}

interface WordRow {
  readonly chunk: number
  readonly term: string
  readonly postings: Uint8Array
}

export function createIndexReader(schema: string, weights: StoreConversation): IndexReader {
  const readTexts = createReadTexts(schema, weights)
  const scoreIn = (collection: TextCollection, chunks: readonly TextChunk[], asked: readonly Asked[]): WordScores =>
    scoreCollection(asked, collection, (term) => chunks.map((chunk) => chunk.word(term)), weights)
  return {
    read: async (statements, part, asked) => {
      const texts = await readTexts(statements, part)
      // Row by row (OFFSET 0): with `= ANY` and no statistics, PostgreSQL may read all words of the owner.
      const rows = await statements.query<WordRow>(
        `SELECT c.chunk, t.term, w.postings
         FROM unnest($4::integer[]) AS c (chunk) CROSS JOIN unnest($5::text[]) AS t (term) CROSS JOIN LATERAL (
           SELECT postings FROM ${schema}.words
           WHERE tenant = $1 AND owner = $2 AND kind = $3 AND chunk = c.chunk AND term = t.term OFFSET 0) AS w`,
        ...[...keysOf(part), texts.chunks.map(({ chunk }) => chunk), asked.map(({ term }) => term)],
      )
      const words = new Map(rows.map(({ chunk, term, postings }) => [`${chunk} ${term}`, postings]))
      const chunks = texts.chunks.map(({ chunk, texts: records }): TextChunk => {
        return {
          texts: records,
          word: (term) => {
            const bytes = words.get(`${chunk} ${term}`)
            return bytes && weighPostings(bytes, weights)
          },
        }
      })
      return { texts, chunks }
    },
    score: ({ texts, chunks }, asked) => scoreIn(texts.collection(), chunks, asked),
    scoreSome: (found, ids, asked) => {
      const chunks = found.flatMap((one) => one.chunks)
      const collection = collectTexts(
        chunks.map(({ texts }) => texts),
        weights,
        (id) => ids.has(id),
      )
      return scoreIn(collection, chunks, asked)
    },
  }
}
