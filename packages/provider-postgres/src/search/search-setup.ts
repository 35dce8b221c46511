import { createStoreTerms, type StoreTerms } from '@lamella/ranker-bm25/stores'
import { type EmbedderFailed, embedQuestions } from '@lamella/store/search'
import type { Database } from '../database/database.ts'
import { postgresError } from '../errors.ts'
import type { Settings } from '../options.ts'
import { vectorExtension } from '../vectors/likeness.ts'
import { createVectors, type Texts, type VectorSetup, type Vectors } from '../vectors/vectors.ts'
import { createIndexReader, type IndexReader } from './read-index.ts'

/** What the searches of all kinds share. */
export interface SearchSetup {
  readonly terms: StoreTerms
  readonly index: IndexReader
  /** Returns the vectors of a kind of text, if there is an embedder. */
  vectorsOf(texts: Texts): Vectors | undefined
}

export async function createSearchSetup(
  database: Database,
  { embedder, conversation, tell }: Settings,
): Promise<SearchSetup> {
  const [terms, index] = [createStoreTerms(), createIndexReader(database.schema, conversation)]
  if (embedder === undefined) return { terms, index, vectorsOf: () => undefined }
  const failed: EmbedderFailed = (...error) => postgresError('EMBEDDER_FAILED', ...error)
  const setup: VectorSetup = {
    embedder,
    failed,
    extension: await database.read('', vectorExtension),
    ofQuestion: embedQuestions(embedder, failed),
    tell,
  }
  return { terms, index, vectorsOf: (texts) => createVectors(database, texts, setup) }
}
