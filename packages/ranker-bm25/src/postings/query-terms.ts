import { rarityOf } from '../turns/voices.ts'
import type { Store } from './store.ts'
import type { Formula, Query } from './types.ts'

/** A query term that occurs in some document. */
export interface QueryTerm {
  readonly term: number
  /** Its first position in the query. */
  readonly position: number
  readonly weight: number
  readonly idf: number
  /** A document with frequency f and norm m scores `scale * f / (f + m) + extra`. */
  readonly scale: number
  readonly extra: number
}

/** Lower weights are ignored: their scores would be indistinguishable from 0. */
const leastWeight = 1e-100

/** Returns the distinct terms of a query that have a weight, in query order. */
export function queryTerms(store: Store, query: Query, { k1, delta }: Formula): readonly QueryTerm[] {
  const positions = new Map<number, number>()
  const weights = new Map<number, number>()
  for (let position = 0; position < query.terms.length; position++) {
    const term = query.terms[position] as number
    if (store.lists.having(term) === 0) continue
    if (!positions.has(term)) positions.set(term, position)
    weights.set(term, (weights.get(term) ?? 0) + (query.weights[position] as number))
  }
  const terms: QueryTerm[] = []
  for (const [term, position] of positions) {
    const weight = weights.get(term) as number
    if (!(weight >= leastWeight)) continue
    const having = store.lists.having(term)
    const idf = query.rarities?.[position] ?? rarityOf(having, store.count)
    terms.push({ term, position, weight, idf, scale: weight * idf * (k1 + 1), extra: weight * idf * delta })
  }
  return terms
}
