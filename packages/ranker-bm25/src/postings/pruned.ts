import { Best } from './best.ts'
import { norm } from './norms.ts'
import { type QueryRun, scoreOf } from './query-run.ts'
import type { QueryTerm } from './query-terms.ts'
import type { Found } from './types.ts'

type Accept = (document: number) => boolean

/** A factor for upper bounds that covers single-precision rounding. */
const margin = 1 + 1e-6

/** The share of a score that rounding may lose when terms are summed in a different order. */
const rounding = 1e-9

/** The cost of looking up a term in one document, in list entries read sequentially. */
const lookUpCost = 16

/**
 * Finds the best documents without reading the long lists of common words: MaxScore (Turtle and Flood, "Query
 * Evaluation: Strategies and Optimizations", 1995), one term at a time. Each term has an upper bound on the score it
 * can add, and terms are processed in descending order of that. Once the remaining terms together cannot lift a new
 * document into the best, only documents that already have a score are examined, and fewer with each term.
 *
 * The few remaining documents are scored again in query order, so the scores equal those of a full search bit for bit.
 * Returns `undefined` if so many remain that a full search is cheaper.
 */
export function pruned(run: QueryRun, limit: number, accept: Accept | undefined): readonly Found[] | undefined {
  const { store, norms, scores } = run
  const terms = boundedTerms(run)
  const total = terms[0]?.rest ?? 0
  let least = 0
  let next = 0
  for (; next < terms.length; next++) {
    const { term, rest } = terms[next] as BoundedTerm
    // No score exceeds the sum of the earlier terms' bounds.
    if (scores.size >= limit && rest < total - rest) {
      least = leastOfBest(run, limit, accept)
      if (rest < least) break
    }
    scores.add(store, norms, term)
  }
  for (; next < terms.length; next++) {
    const { term, rest } = terms[next] as BoundedTerm
    scores.keepFrom(least - rest)
    if (scores.size * lookUpCost < store.lists.having(term.term)) scores.lookUp(store, norms, term)
    else scores.addToTouched(store, norms, term)
    least = leastOfBest(run, limit, accept)
  }
  scores.keepFrom(leastOfBest(run, limit, accept))
  const entries = terms.reduce((sum, { term }) => sum + store.lists.having(term.term), 0)
  if (scores.size * terms.length * lookUpCost > entries + 1_000) return undefined
  const best = new Best(Math.min(limit, scores.size))
  for (let i = 0; i < scores.size; i++) {
    const document = scores.touched[i] as number
    const score = scoreOf(run, document)
    if (best.wants(document, score) && (accept === undefined || accept(document))) best.add(document, score)
  }
  return best.sorted()
}

/** A term, with an upper bound on the score that it and the later ones can add. */
interface BoundedTerm {
  readonly term: QueryTerm
  readonly rest: number
}

/** Returns the terms with the highest bounds first, which are the rare ones. */
function boundedTerms({ store, formula: { k1, b }, terms }: QueryRun): readonly BoundedTerm[] {
  const { lists, averageLength } = store
  const bounds = new Map(
    terms.map((term) => {
      const most = lists.most(term.term)
      const least = norm(k1, b, lists.shortest(term.term), averageLength)
      return [term, margin * ((term.scale * most) / (most + least) + term.extra)]
    }),
  )
  const boundOf = (term: QueryTerm): number => bounds.get(term) as number
  const bounded: BoundedTerm[] = []
  let rest = 0
  for (const term of [...terms].sort((x, y) => boundOf(x) - boundOf(y) || y.position - x.position)) {
    rest += boundOf(term)
    bounded.push({ term, rest })
  }
  return bounded.reverse()
}

/**
 * Returns the score needed to be among the best, given the terms processed so far, or 0 while there are too few
 * documents.
 */
function leastOfBest({ scores }: QueryRun, limit: number, accept: Accept | undefined): number {
  if (scores.size < limit) return 0
  const best = new Best(limit)
  const { touched, size, scores: all } = scores
  let threshold = 0
  for (let i = 0; i < size; i++) {
    const document = touched[i] as number
    const score = all[document] as number
    if (score <= threshold) continue
    if (accept === undefined || accept(document)) {
      best.add(document, score)
      threshold = best.least
    } else all[document] = Number.NEGATIVE_INFINITY
  }
  return threshold * (1 - rounding)
}
