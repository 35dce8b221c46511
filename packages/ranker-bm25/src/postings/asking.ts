import { type AskedTerm, askedTerms } from './asked-terms.ts'
import { Norms } from './norms.ts'
import { Scores } from './scores.ts'
import type { Store } from './store.ts'
import type { Formula, Query } from './types.ts'

/** A query that is being answered. */
export interface Asking {
  readonly store: Store
  readonly formula: Formula
  readonly terms: readonly AskedTerm[]
  /** The norm of each code of a length. */
  readonly norms: Float64Array
  /** All 0 at first, with room for every document. */
  readonly scores: Scores
}

/** Hands a query to `use`, with all that is needed to answer it. */
export type Ask = <Answer>(query: Query, formula: Formula, use: (asking: Asking) => Answer) => Answer

/** Makes the function that prepares queries. What it keeps between them is nothing but room. */
export function createAsk(store: Store): Ask {
  const norms = new Norms()
  let idle: Scores | undefined

  return (query, formula, use) => {
    // A filter may itself search; and one that throws leaves scores behind, which are then let go.
    const scores = idle ?? new Scores()
    idle = undefined
    scores.makeRoom(store.bags.limit)
    const terms = askedTerms(store, query, formula)
    const answer = use({ store, formula, terms, norms: norms.get(formula, store.averageLength, store.lengths), scores })
    scores.clear()
    idle = scores
    return answer
  }
}

/** Adds up the scores of all documents that have a term of the query, in the query's order. */
export function scoreAll({ store, terms, norms, scores }: Asking): void {
  for (const term of terms) scores.add(store, norms, term)
}

/** The score of one document, the same to the last bit. */
export function scoreOf({ store, terms, norms }: Asking, document: number): number {
  const { bags } = store
  const norm = norms[bags.lengthCodes[document] as number] as number
  let sum = 0
  for (const { term, scale, extra } of terms) {
    const code = bags.codeOf(document, term)
    if (code === 0) continue
    const f = store.frequencies.values[code] as number
    sum += (scale * f) / (f + norm) + extra
  }
  return sum
}
