import { type Asking, scoreAll } from './asking.ts'
import { Best } from './best.ts'
import { pruned } from './pruned.ts'
import type { Scores } from './scores.ts'
import type { Found } from './types.ts'

/** Beyond these most documents would be looked at anyway, so that pruning is not worth its cost. */
const mostPruned = { limit: 1_000, terms: 64 } as const

/** The best documents for a query, best first. */
export function top(asking: Asking, limit: number, accept?: (document: number) => boolean): readonly Found[] {
  const most = Math.min(Math.floor(limit), asking.store.count)
  if (!(most >= 1) || asking.terms.length === 0) return []
  if (asking.terms.length > 1 && asking.terms.length <= mostPruned.terms && most <= mostPruned.limit) {
    const found = pruned(asking, most, accept)
    if (found !== undefined) return found
    asking.scores.clear()
  }
  scoreAll(asking)
  return bestOf(asking.scores, most, accept)
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
