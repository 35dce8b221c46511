import type { Ranker } from '@lamella/core'
import { LamellaError } from '@lamella/core'
import type { Rankable } from '@lamella/core/plugin'

/**
 * Returns a ranker's scores after checking the contract: one finite number per document. For layers and stores that use
 * a ranker.
 *
 * @throws LamellaError `RANKER_INVALID`
 * @example
 * const [score] = rankDocuments(ranker, 'Which tea?', [{ id: 'a', text: 'Green tea.' }])
 */
export function rankDocuments(ranker: Ranker, query: string, documents: readonly Rankable[]): readonly number[] {
  const scores = ranker.rank(query, documents)
  if (Array.isArray(scores) && scores.length === documents.length && scores.every(Number.isFinite)) return scores
  throw new LamellaError({
    code: 'RANKER_INVALID',
    what: `The ranker '${ranker.name}' did not return ${documents.length} finite scores for ${documents.length} documents.`,
    fix: 'Correct the ranker; rankerSuite of @lamella/testkit finds the broken rule.',
    details: { ranker: ranker.name },
  })
}
