import { createEmbed, rememberQuestion } from '@lamella/core/search'
import type { Database } from '../database/database.ts'
import type { Settings } from '../options.ts'
import { embedderNumber, failedEmbedder } from '../vectors/embedders.ts'
import { vectorExtension } from '../vectors/likeness.ts'
import { createVectors, type Texts, type VectorSetup, type Vectors } from '../vectors/vectors.ts'
import { createTerms, type Terms } from './terms.ts'

/** What the searches of all kinds share. */
export interface SearchSetup {
  readonly terms: Terms
  /** Returns the vectors of a kind of text, if there is an embedder. */
  vectorsOf(texts: Texts): Vectors | undefined
}

/** @throws LamellaError `EMBEDDER_MISMATCH` */
export async function createSearchSetup(database: Database, { embedder, tell }: Settings): Promise<SearchSetup> {
  const terms = createTerms()
  if (embedder === undefined) return { terms, vectorsOf: () => undefined }
  const setup: VectorSetup = {
    embedder,
    number: await embedderNumber(database, embedder),
    extension: await database.read('', vectorExtension),
    ofQuestion: rememberQuestion(createEmbed(embedder, failedEmbedder(embedder)).one),
    tell,
  }
  return { terms, vectorsOf: (texts) => createVectors(database, texts, setup) }
}
