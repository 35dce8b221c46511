import { rankerError } from '../errors.ts'
import type { TermScore } from '../postings/types.ts'
import type { TermSource } from '../turns/turn.ts'
import { Hit, type IndexHit } from './hit.ts'
import type { Settings } from './options.ts'
import { type Boost, boostsOf } from './search.ts'
import { answerScore, bestPart } from './search-echoes.ts'
import type { IndexState } from './state.ts'

/**
 * Why a document was found: its score is the sum of the scores of `terms`, `answer` and `session`, multiplied by the factors of
 * `boosts`.
 */
export interface Explanation {
  readonly id: string
  readonly score: number
  /** The query's terms that occur in the document; of a long answer of an assistant, those in its best part. */
  readonly terms: readonly ExplainedTerm[]
  /** The score that it gets from its answer: see `answer` of `ConversationOptions`. */
  readonly answer: number
  /** The score that its session adds. */
  readonly session: number
  readonly boosts: readonly Boost[]
}

/** The score that one term adds. */
export interface ExplainedTerm {
  /** The analyzed term, such as a stem. */
  readonly term: string
  /** How often it occurs in the query. */
  readonly weight: number
  /** Its rarity, among the documents of people or among those of voices that repeat what they answer. */
  readonly idf: number
  /** How often it occurs in the document, or in that part, with parts weighted. */
  readonly frequency: number
  /** The parts it occurs in, and the share of the frequency from each. */
  readonly from: readonly { readonly source: TermSource; readonly frequency: number }[]
  readonly score: number
}

/** @throws LamellaError `INDEX_HIT_UNKNOWN` */
export function explainHit(state: IndexState, version: number, settings: Settings, hit: IndexHit): Explanation {
  const record = Hit.recordOf(hit)
  const number = state.documents.numberOf(hit?.id)
  if (record?.state !== state || record.version !== version || number === undefined) {
    throw rankerError(
      'INDEX_HIT_UNKNOWN',
      'The value is not a hit of this index, or the index has changed since the search.',
      'Pass a hit exactly as search returned it, not a copy, before the index changes; or search again.',
      {},
    )
  }
  const { id, score } = hit
  const { part, terms: scored } = bestPart(record, number)
  const terms = scored.map((one) => explainTerm(state, number, part, one))
  const session = record.added?.get(state.documents.session(number)) ?? 0
  return {
    id,
    score,
    terms,
    answer: answerScore(record, settings, number),
    session,
    boosts: boostsOf(record, settings, number),
  }
}

function explainTerm(
  { vocabulary, turns }: IndexState,
  number: number,
  part: number,
  { term, weight, idf, frequency, score }: TermScore,
): ExplainedTerm {
  const sources = turns?.sourcesOf(number, part, term) ?? new Map<TermSource, number>([['text', frequency]])
  const from = [...sources].map(([source, part]) => ({ source, frequency: part }))
  return { term: vocabulary.at(term) as string, weight, idf, frequency, from, score }
}
