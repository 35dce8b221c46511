import { isLamellaError } from '@lamella/core'
import type { CheckedSearch } from '../check/check-search.ts'
import type { TextVectors, VectorItem } from './vectors.ts'

/**
 * Returns the vector of a query, after the owner's texts have theirs; `undefined` if the search is by words alone, or if
 * the mode is `auto` and the embedder fails.
 *
 * @param tell Reports that failure.
 */
export async function questionVector<Of = number>(
  vectors: Pick<TextVectors<VectorItem, Of>, 'catchUp' | 'ofQuestion'> | undefined,
  owner: Of,
  { query, mode, signal }: CheckedSearch,
  tell: (what: string) => void,
): Promise<Float32Array | undefined> {
  if (vectors === undefined || mode === 'keyword') return undefined
  await vectors.catchUp(owner, signal)
  try {
    return await vectors.ofQuestion(query, signal)
  } catch (error) {
    if (mode !== 'auto' || !isLamellaError(error, 'EMBEDDER_FAILED')) throw error
    tell(`The query was answered by words alone: ${error.what}`)
    return undefined
  }
}
