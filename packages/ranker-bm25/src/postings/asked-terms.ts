import type { Store } from './store.ts'
import type { Formula, Query } from './types.ts'

/** A term of a query that some document has. */
export interface AskedTerm {
  readonly term: number
  /** Where it stands in the query first. */
  readonly position: number
  readonly weight: number
  readonly idf: number
  /** A document with frequency f and norm m gets `scale * f / (f + m) + extra`. */
  readonly scale: number
  readonly extra: number
}

/** Weights below this are nothing: their scores could not be told from 0. */
const leastWeight = 1e-100

/** The terms of a query that count, each once, in its order. */
export function askedTerms(store: Store, query: Query, { k1, delta }: Formula): readonly AskedTerm[] {
  const positions = new Map<number, number>()
  const weights = new Map<number, number>()
  for (let position = 0; position < query.terms.length; position++) {
    const term = query.terms[position] as number
    if (store.lists.having(term) === 0) continue
    if (!positions.has(term)) positions.set(term, position)
    weights.set(term, (weights.get(term) ?? 0) + (query.weights[position] as number))
  }
  const asked: AskedTerm[] = []
  for (const [term, position] of positions) {
    const weight = weights.get(term) as number
    if (!(weight >= leastWeight)) continue
    const having = store.lists.having(term)
    const idf = Math.log(1 + (store.count - having + 0.5) / (having + 0.5))
    asked.push({ term, position, weight, idf, scale: weight * idf * (k1 + 1), extra: weight * idf * delta })
  }
  return asked
}
