import { Norms } from './norms.ts'
import { type QueryTerm, queryTerms } from './query-terms.ts'
import { Scores } from './scores.ts'
import type { Store } from './store.ts'
import type { Formula, Query } from './types.ts'

/** A query in progress. */
export interface QueryRun {
  readonly store: Store
  readonly formula: Formula
  readonly terms: readonly QueryTerm[]
  /** The norm for each length code. */
  readonly norms: Float64Array
  /** All 0 at first, with room for every document. */
  readonly scores: Scores
}

/** Calls `use` with a query and everything needed to answer it. */
export type RunQuery = <Answer>(query: Query, formula: Formula, use: (run: QueryRun) => Answer) => Answer

/** Creates a function that prepares queries. It keeps only buffers between them. */
export function createQueryRunner(store: Store): RunQuery {
  const norms = new Norms()
  let idle: Scores | undefined

  return (query, formula, use) => {
    // A filter may search too; if it throws, the leftover scores are discarded.
    const scores = idle ?? new Scores()
    idle = undefined
    scores.makeRoom(store.bags.limit)
    const terms = queryTerms(store, query, formula)
    const answer = use({ store, formula, terms, norms: norms.get(formula, store.averageLength, store.lengths), scores })
    scores.clear()
    idle = scores
    return answer
  }
}

/** Sums the scores of all documents that contain a query term, in query order. */
export function scoreAll({ store, terms, norms, scores }: QueryRun): void {
  for (const term of terms) scores.add(store, norms, term)
}

/** Returns the score of one document, bit for bit the same. */
export function scoreOf({ store, terms, norms }: QueryRun, document: number): number {
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
