import { diverse, diversePool, fading } from '@lamella/core/store'
import type { Analyzer } from '../analysis/analyzer.ts'
import { Best } from '../postings/best.ts'
import type { Formula, Found, Matches, Query } from '../postings/types.ts'
import { formulaFor } from '../turns/formula.ts'
import { importanceFactor, sessionScores } from '../turns/session-scores.ts'
import type { Settings } from './options.ts'
import { boostOf, type CheckedRequest } from './request.ts'
import { flush, type IndexState } from './state.ts'

/** What was asked, and what is needed to tell why something was found. */
export interface Asked {
  readonly state: IndexState
  /** Of the index when it was asked. */
  readonly version: number
  readonly query: Query
  readonly formula: Formula
  readonly request: CheckedRequest
  /** What sessions add to the scores of their turns. */
  readonly added: ReadonlyMap<string | undefined, number> | undefined
}

/** A score's factors. */
export interface Boost {
  readonly by: 'recency' | 'importance' | 'boost'
  readonly factor: number
}

/** What a search found. */
export interface Answer {
  readonly asked: Asked
  readonly found: readonly Found[]
}

/** The best documents for a query. Without words that the index knows there are none. */
export function searchState(
  state: IndexState,
  version: number,
  settings: Settings,
  analyzer: Analyzer,
  text: string,
  request: CheckedRequest,
): Answer {
  flush(state)
  const { documents, postings } = state
  const query = queryOf(state, settings, analyzer, text, request.language)
  const formula = formulaFor({ k1: undefined, b: undefined, plus: undefined, ...settings.formula }, averageTerms(state))
  const pool = Math.min(documents.size, request.diversity > 0 ? Math.max(diversePool, request.limit) : request.limit)
  const asked = { state, version, query, formula, request, added: undefined }
  if (query.terms.length === 0) return { asked, found: [] }
  if (!changesOrder(state, settings, request)) {
    const { filter } = request
    const accept = filter && ((document: number): boolean => filter(documents.shown(document)))
    return { asked, found: spread(state, postings.top(query, pool, formula, accept), request) }
  }
  const matches = postings.all(query, formula)
  const mixed = { ...asked, added: addedBySessions(state, settings, matches) }
  return { asked: mixed, found: spread(state, bestOf(mixed, settings, matches, pool), request) }
}

function averageTerms({ documents }: IndexState): number {
  return documents.size === 0 ? 0 : documents.terms / documents.size
}

/** The terms of a text that documents have, with how often it has each. */
function queryOf(
  { vocabulary, documents }: IndexState,
  { severalLanguages }: Settings,
  analyzer: Analyzer,
  text: string,
  given: string | undefined,
): Query {
  const language = severalLanguages ? (given ?? analyzer.guess(text) ?? documents.language) : undefined
  const weights = new Map<number, number>()
  analyzer(
    text,
    (term) => {
      const number = vocabulary.get(term)
      if (number !== undefined) weights.set(number, (weights.get(number) ?? 0) + 1)
    },
    language,
  )
  return { terms: [...weights.keys()], weights: [...weights.values()] }
}

/** Whether scores are more than what the terms give, so that the best by terms need not be the best. */
function changesOrder(
  { documents }: IndexState,
  { conversation }: Settings,
  { boost, recency }: CheckedRequest,
): boolean {
  if (boost !== undefined || recency !== undefined) return true
  if (conversation.session > 0 && documents.sessions > 1) return true
  return conversation.importance > 0 && documents.important > 0
}

function addedBySessions({ documents }: IndexState, { conversation }: Settings, matches: Matches): Asked['added'] {
  if (conversation.session === 0 || documents.sessions < 2) return undefined
  const session = (i: number): string | undefined => documents.session(matches.documents[i] as number)
  return sessionScores(matches.scores, session, conversation.session)
}

/** The best by everything that counts. */
function bestOf(
  asked: Asked,
  settings: Settings,
  { documents: numbers, scores, length }: Matches,
  pool: number,
): readonly Found[] {
  const { documents } = asked.state
  const { filter, boost, recency } = asked.request
  const { importance } = settings.conversation
  const isBoosted = boost !== undefined || recency !== undefined || (importance > 0 && documents.important > 0)
  const best = new Best(pool)
  for (let i = 0; i < length; i++) {
    const number = numbers[i] as number
    let score = scores[i] as number
    if (score <= 0) continue
    if (filter !== undefined && !filter(documents.shown(number))) continue
    if (asked.added !== undefined) score += asked.added.get(documents.session(number)) ?? 0
    if (isBoosted) for (const { factor } of boostsOf(asked, settings, number)) score *= factor
    if (score > 0 && best.wants(number, score)) best.add(number, score)
  }
  return best.sorted()
}

/** By what the score of a document is multiplied, in this order. */
export function boostsOf({ state, request }: Asked, { conversation }: Settings, number: number): readonly Boost[] {
  const { documents } = state
  const { boost, recency } = request
  const boosts: Boost[] = []
  const span = recency && documents.span(number)
  if (span) boosts.push({ by: 'recency', factor: fading(span, recency) })
  const importance = conversation.importance > 0 ? documents.importance(number) : undefined
  if (importance !== undefined) {
    boosts.push({ by: 'importance', factor: importanceFactor(importance, conversation.importance) })
  }
  if (boost) boosts.push({ by: 'boost', factor: boostOf(boost, documents.shown(number)) })
  return boosts
}

/** Those that are different, by the terms that they have themselves. */
function spread(
  { postings, turns, vocabulary }: IndexState,
  found: readonly Found[],
  { diversity, limit }: CheckedRequest,
): readonly Found[] {
  return diverse(found, diversity, limit, ({ document }) => {
    const terms = turns?.get(document)?.text.terms ?? postings.bag(document)?.terms ?? []
    return new Set(Array.from(terms, (term) => vocabulary.at(term) as string))
  })
}
