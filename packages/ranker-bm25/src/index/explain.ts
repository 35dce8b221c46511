import { rankerError } from '../errors.ts'
import type { TermScore } from '../postings/types.ts'
import type { TermSource } from '../turns/turn.ts'
import { Hit, type IndexHit } from './hit.ts'
import type { Settings } from './options.ts'
import { type Boost, boostsOf } from './search.ts'
import type { IndexState } from './state.ts'

/** Why a document was found: the scores of `terms` and `session`, added up, times the factors of `boosts`, are its score. */
export interface Explanation {
  readonly id: string
  readonly score: number
  /** The terms of the query that it has. */
  readonly terms: readonly ExplainedTerm[]
  /** What its session adds. */
  readonly session: number
  readonly boosts: readonly Boost[]
}

/** What one term adds. */
export interface ExplainedTerm {
  /** As analysis has it, such as a stem. */
  readonly term: string
  /** How often the query has it. */
  readonly weight: number
  /** How rare it is. */
  readonly idf: number
  /** How often the document has it, parts by their weights. */
  readonly frequency: number
  /** Where it has it, and how much of the frequency comes from there. */
  readonly from: readonly { readonly source: TermSource; readonly frequency: number }[]
  readonly score: number
}

/** @throws LamellaError `INDEX_HIT_UNKNOWN` */
export function explainHit(state: IndexState, version: number, settings: Settings, hit: IndexHit): Explanation {
  const asked = Hit.askedOf(hit)
  const number = state.documents.numberOf(hit?.id)
  if (asked?.state !== state || asked.version !== version || number === undefined) {
    throw rankerError(
      'INDEX_HIT_UNKNOWN',
      'This is no hit of a search of this index, or the index has changed since.',
      'Explain hits as search gave them, no copies, before the index is changed; or search again.',
      {},
    )
  }
  const { id, score } = hit
  const terms = state.postings
    .explain(number, asked.query, asked.formula)
    .map((scored) => explainTerm(state, number, scored))
  const session = asked.added?.get(state.documents.session(number)) ?? 0
  return { id, score, terms, session, boosts: boostsOf(asked, settings, number) }
}

function explainTerm(
  { vocabulary, turns }: IndexState,
  number: number,
  { term, weight, idf, frequency, score }: TermScore,
): ExplainedTerm {
  const sources = turns?.sourcesOf(number, term) ?? new Map<TermSource, number>([['text', frequency]])
  const from = [...sources].map(([source, part]) => ({ source, frequency: part }))
  return { term: vocabulary.at(term) as string, weight, idf, frequency, from, score }
}
