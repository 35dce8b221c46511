import { Best } from './best.ts'
import { pruned } from './pruned.ts'
import { type QueryRun, scoreAll } from './query-run.ts'
import type { Scores } from './scores.ts'
import type { Found } from './types.ts'

/** Above this limit most documents would be examined anyway, so pruning is not worth its cost. */
const mostPruned = { limit: 1_000, terms: 64 } as const

/** Returns the best documents for a query, best first. */
export function top(run: QueryRun, limit: number, accept?: (document: number) => boolean): readonly Found[] {
  const most = Math.min(Math.floor(limit), run.store.count)
  if (!(most >= 1) || run.terms.length === 0) return []
  if (run.terms.length > 1 && run.terms.length <= mostPruned.terms && most <= mostPruned.limit) {
    const found = pruned(run, most, accept)
    if (found !== undefined) return found
    run.scores.clear()
  }
  scoreAll(run)
  return bestOf(run.scores, most, accept)
}

function bestOf(scores: Scores, limit: number, accept: ((document: number) => boolean) | undefined): readonly Found[] {
  const best = new Best(Math.min(limit, scores.size))
  const { touched, size, scores: all } = scores
  for (let i = 0; i < size; i++) {
    const document = touched[i] as number
    const score = all[document] as number
    if (best.wants(document, score) && (accept === undefined || accept(document))) best.add(document, score)
  }
  return best.sorted()
}
