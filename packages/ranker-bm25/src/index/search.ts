import { diverse, diversePool, fading } from '@lamella/store'
import type { Analyzer } from '../analysis/analyzer.ts'
import { Best } from '../postings/best.ts'
import type { Found, Matches, Query } from '../postings/types.ts'
import { formulaFor } from '../turns/formula.ts'
import { importanceFactor, sessionScores } from '../turns/session-scores.ts'
import type { Settings } from './options.ts'
import { boostOf, type CheckedRequest } from './request.ts'
import { byClass, withEchoes } from './search-echoes.ts'
import type { SearchRecord } from './search-record.ts'
import { flush, type IndexState } from './state.ts'

/** A factor of a score. */
export interface Boost {
  readonly by: 'recency' | 'importance' | 'boost'
  readonly factor: number
}

export interface SearchResult {
  readonly record: SearchRecord
  readonly found: readonly Found[]
}

/** Returns the best documents for a query, or none if the index knows none of its words. */
export function searchState(
  state: IndexState,
  version: number,
  settings: Settings,
  analyzer: Analyzer,
  text: string,
  request: CheckedRequest,
): SearchResult {
  flush(state)
  const { documents, postings } = state
  const [query, echoQuery] = byClass(state, queryOf(state, analyzer, text, request.language))
  const formula = formulaFor(settings.formula, averageTerms(state))
  const pool = Math.min(documents.size, request.diversity > 0 ? Math.max(diversePool, request.limit) : request.limit)
  const record = { state, version, query, echoQuery, formula, request, added: undefined }
  if (query.terms.length === 0) return { record, found: [] }
  if (echoQuery === undefined && !changesOrder(state, settings, request)) {
    const { filter } = request
    const accept = filter && ((document: number): boolean => filter(documents.shown(document)))
    return { record, found: spread(state, postings.top(query, pool, formula, accept), request) }
  }
  const matches = echoQuery ? withEchoes(record, settings) : postings.all(query, formula)
  const mixed = { ...record, added: addedBySessions(state, settings, matches) }
  return { record: mixed, found: spread(state, bestOf(mixed, settings, matches, pool), request) }
}

function averageTerms({ documents }: IndexState): number {
  return documents.size === 0 ? 0 : documents.terms / documents.size
}

/** Returns the terms of a text that occur in documents, with the frequency of each. */
function queryOf({ vocabulary }: IndexState, analyzer: Analyzer, text: string, language: string | undefined): Query {
  const weights = new Map<number, number>()
  analyzer.asked(
    text,
    (term) => {
      const number = vocabulary.get(term)
      if (number !== undefined) weights.set(number, (weights.get(number) ?? 0) + 1)
    },
    language,
  )
  return { terms: [...weights.keys()], weights: [...weights.values()] }
}

/** Returns whether scores depend on more than the terms, so that the best by terms need not be the best overall. */
function changesOrder(
  { documents }: IndexState,
  { conversation }: Settings,
  { boost, recency }: CheckedRequest,
): boolean {
  if (boost !== undefined || recency !== undefined) return true
  if (conversation.session > 0 && documents.sessions > 1) return true
  return conversation.importance > 0 && documents.important > 0
}

function addedBySessions(
  { documents }: IndexState,
  { conversation }: Settings,
  matches: Matches,
): SearchRecord['added'] {
  if (conversation.session === 0 || documents.sessions < 2) return undefined
  const session = (i: number): string | undefined => documents.session(matches.documents[i] as number)
  return sessionScores(matches.scores, session, conversation.session)
}

/** Returns the best documents with everything counted. */
function bestOf(
  record: SearchRecord,
  settings: Settings,
  { documents: numbers, scores, length }: Matches,
  pool: number,
): readonly Found[] {
  const { documents } = record.state
  const { filter, boost, recency } = record.request
  const { importance } = settings.conversation
  const isBoosted = boost !== undefined || recency !== undefined || (importance > 0 && documents.important > 0)
  const best = new Best(pool)
  for (let i = 0; i < length; i++) {
    const number = numbers[i] as number
    let score = scores[i] as number
    if (score <= 0) continue
    if (filter !== undefined && !filter(documents.shown(number))) continue
    if (record.added !== undefined) score += record.added.get(documents.session(number)) ?? 0
    if (isBoosted) for (const { factor } of boostsOf(record, settings, number)) score *= factor
    if (score > 0 && best.wants(number, score)) best.add(number, score)
  }
  return best.sorted()
}

/** Returns the factors of a document's score, in this order. */
export function boostsOf(
  { state, request }: SearchRecord,
  { conversation }: Settings,
  number: number,
): readonly Boost[] {
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

/** Diversifies the hits by their own terms. */
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
