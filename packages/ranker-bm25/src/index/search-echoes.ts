import type { Matches, Query, TermScore } from '../postings/types.ts'
import { raritiesOf } from '../turns/voices.ts'
import type { Settings } from './options.ts'
import type { SearchRecord } from './search-record.ts'
import type { IndexState } from './state.ts'

/** Returns a query with the rarities of each class of documents. Without echoes there is no second one. */
export function byClass({ postings, echoes }: IndexState, query: Query): readonly [Query, Query | undefined] {
  if (echoes.size === 0) return [query, undefined]
  const total = { all: postings.count + echoes.size, echoes: echoes.size }
  const rarities = Array.from(query.terms, (term) => {
    const having = echoes.having(term)
    return raritiesOf({ all: postings.having(term) + having, echoes: having }, total)
  })
  return [
    { ...query, rarities: rarities.map(([people]) => people) },
    { ...query, rarities: rarities.map(([, echo]) => echo) },
  ]
}

/** Returns every document that has a term of the query, or whose answer has. */
export function withEchoes(
  { state, query, echoQuery = query, formula }: SearchRecord,
  { conversation }: Settings,
): Matches {
  const { postings, echoes, turns, documents: all } = state
  const scores = new Float64Array(all.next)
  const people = postings.all(query, formula)
  for (let i = 0; i < people.length; i++) scores[people.documents[i] as number] = people.scores[i] as number
  const parts = echoes.parts.all(echoQuery, formula)
  const answers: number[] = []
  for (let i = 0; i < parts.length; i++) {
    const document = echoes.documentOf(parts.documents[i] as number)
    const known = scores[document] as number
    if (known === 0) answers.push(document)
    scores[document] = Math.max(known, parts.scores[i] as number)
  }
  for (const answer of answers) {
    const before = turns?.near(answer, -1) ?? -1
    if (before >= 0 && !echoes.has(before)) {
      scores[before] = (scores[before] as number) + conversation.answer * (scores[answer] as number)
    }
  }
  const documents: number[] = []
  for (let number = 0; number < scores.length; number++) if (scores[number] !== 0) documents.push(number)
  return { documents, scores: documents.map((number) => scores[number] as number), length: documents.length }
}

/** Returns the terms of a document, or of its best part: the one that a search counts. */
export function bestPart(
  { state, query, echoQuery, formula }: SearchRecord,
  number: number,
): { readonly part: number; readonly terms: readonly TermScore[] } {
  const { postings, echoes } = state
  const parts = echoes.partsOf(number)
  if (echoQuery === undefined || parts.length === 0) return { part: 0, terms: postings.explain(number, query, formula) }
  const explained = parts.map((one) => echoes.parts.explain(one, echoQuery, formula))
  const sums = explained.map(sumOf)
  const part = sums.indexOf(Math.max(...sums))
  return { part, terms: explained[part] as readonly TermScore[] }
}

/** Returns the score that a document gets from its answer. */
export function answerScore(record: SearchRecord, { conversation }: Settings, number: number): number {
  const { turns } = record.state
  const answer = turns?.near(number, 1) ?? -1
  if (record.state.echoes.has(number) || !record.state.echoes.has(answer)) return 0
  return conversation.answer * sumOf(bestPart(record, answer).terms)
}

function sumOf(terms: readonly TermScore[]): number {
  return terms.reduce((sum, { score }) => sum + score, 0)
}
