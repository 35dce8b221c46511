import type { AskedTerm } from './asked-terms.ts'
import { type Asking, scoreOf } from './asking.ts'
import { Best } from './best.ts'
import { norm } from './norms.ts'
import type { Found } from './types.ts'

type Accept = (document: number) => boolean

/** Added to upper bounds for what single precision has lost. */
const margin = 1 + 1e-6

/** Share of a score that may get lost when terms are summed in another order than the query's. */
const rounding = 1e-9

/** Looking a term up in one document costs as much as so many entries of a list that is read through. */
const lookUpCost = 16

/**
 * The best documents, found without reading the long lists of common words: MaxScore (Turtle and Flood, "Query Evaluation:
 * Strategies and Optimizations", 1995), a term at a time. For each term there is a most that it can add to a score. Terms are taken
 * in descending order of that. Once the terms that are left cannot together lift a document that has none of those
 * before into the best, only documents that have a score already are looked at, and fewer with each term.
 *
 * The few that are left in the end are scored anew in the order of the query, so that the scores are those of a full
 * search to the last bit. Undefined where so many are left that a full search costs less.
 */
export function pruned(asking: Asking, limit: number, accept: Accept | undefined): readonly Found[] | undefined {
  const { store, norms, scores } = asking
  const terms = boundedTerms(asking)
  const total = terms[0]?.rest ?? 0
  let least = 0
  let next = 0
  for (; next < terms.length; next++) {
    const { term, rest } = terms[next] as BoundedTerm
    // No score is above what the terms before can add.
    if (scores.size >= limit && rest < total - rest) {
      least = leastOfBest(asking, limit, accept)
      if (rest < least) break
    }
    scores.add(store, norms, term)
  }
  for (; next < terms.length; next++) {
    const { term, rest } = terms[next] as BoundedTerm
    scores.keepFrom(least - rest)
    if (scores.size * lookUpCost < store.lists.having(term.term)) scores.lookUp(store, norms, term)
    else scores.addToTouched(store, norms, term)
    least = leastOfBest(asking, limit, accept)
  }
  scores.keepFrom(leastOfBest(asking, limit, accept))
  const entries = terms.reduce((sum, { term }) => sum + store.lists.having(term.term), 0)
  if (scores.size * terms.length * lookUpCost > entries + 1_000) return undefined
  const best = new Best(Math.min(limit, scores.size))
  for (let i = 0; i < scores.size; i++) {
    const document = scores.touched[i] as number
    const score = scoreOf(asking, document)
    if (best.wants(document, score) && (accept === undefined || accept(document))) best.add(document, score)
  }
  return best.sorted()
}

/** A term with the most that it and those after it can add to a score. */
interface BoundedTerm {
  readonly term: AskedTerm
  readonly rest: number
}

/** The terms, those first that can add most: rare ones. */
function boundedTerms({ store, formula: { k1, b }, terms }: Asking): readonly BoundedTerm[] {
  const { lists, averageLength } = store
  const bounds = new Map(
    terms.map((term) => {
      const most = lists.most(term.term)
      const least = norm(k1, b, lists.shortest(term.term), averageLength)
      return [term, margin * ((term.scale * most) / (most + least) + term.extra)]
    }),
  )
  const boundOf = (term: AskedTerm): number => bounds.get(term) as number
  const bounded: BoundedTerm[] = []
  let rest = 0
  for (const term of [...terms].sort((x, y) => boundOf(x) - boundOf(y) || y.position - x.position)) {
    rest += boundOf(term)
    bounded.push({ term, rest })
  }
  return bounded.reverse()
}

/** What a document has to reach to be among the best, as far as terms have been looked at. 0 while there are too few. */
function leastOfBest({ scores }: Asking, limit: number, accept: Accept | undefined): number {
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
