import type { Ranker } from '@lamella/core'
import { type Check, checkOptions, isObject, mustBeText, type Rankable, type RankedTerm } from '@lamella/core/plugin'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { type AnalyzeOptions, analysisChecks } from '../analysis/options.ts'
import { addsTerms, type ConversationOptions, mustBeConversation, resolveConversation } from '../turns/conversation.ts'
import { type FormulaOptions, formulaChecks, formulaFor } from '../turns/formula.ts'
import type { Turn } from '../turns/turn.ts'
import { DocumentMemory, type KnownText } from './document-memory.ts'
import { scoreTexts } from './score-texts.ts'
import { addSessions, raiseImportant, scoreTurns } from './score-turns.ts'

export interface Bm25Options extends AnalyzeOptions, FormulaOptions {
  /**
   * `true`, or the weights of the parts that make conversation turns findable. Documents are turns in the given order;
   * those without `session` share one session. Default: scores do not depend on a document's position, but the ranker has
   * `turns`, with `true`, which stores rank messages with; `false`: it has none.
   */
  readonly conversation?: boolean | ConversationOptions
}

/**
 * Ranks texts by the words they share with the query, rare words first: Okapi BM25 as in Robertson and Zaragoza, "The
 * Probabilistic Relevance Framework: BM25 and Beyond" (2009), with Lucene's idf, which is never negative. For a query
 * word in n of N documents, a document with f occurrences and d terms, where the average length is a, scores
 *
 *     ln(1 + (N - n + 0.5) / (n + 0.5)) * (f * (k1 + 1) / (f + k1 * (1 - b + b * d / a)) + plus)
 *
 * and the total is the sum over the words of the query, counting repeated ones each time. A document without any of
 * them scores 0.
 *
 * A ranker caches the words of texts (up to 4 million characters), so reuse it: 200 cached texts take about 20
 * microseconds, new ones about a millisecond. For more than a few thousand documents use `createIndex`, which returns
 * the same scores.
 *
 * @throws LamellaError `OPTION_INVALID` for a misspelled or out-of-range option; its functions, for a wrong argument.
 * @example
 * const scores = bm25().rank('When does the ship leave?', [
 *   { id: 'a', text: 'Shipping was delayed; the ships left on Monday.' },
 *   { id: 'b', text: 'Kim is allergic to nuts.' },
 * ])
 * scores // [1.54, 0], rounded
 */
export function bm25(options: Bm25Options = {}): Ranker {
  const {
    k1,
    b,
    plus,
    conversation: wanted,
    ...analysis
  } = checkOptions('bm25', options, {
    ...analysisChecks,
    ...formulaChecks,
    conversation: mustBeConversation,
  })
  const conversation = resolveConversation('bm25', wanted)
  const weights = { conversation, fields: [] }
  const analyzer = createAnalyzer(analysis)
  const memory = new DocumentMemory(analyzer, weights)

  /** Returns the scores of the documents' own words, of one term or of all. */
  const scoresOf = (query: string, documents: readonly Rankable[], best: number[], only?: string): number[] => {
    const texts = documents.map(({ text }) => memory.get(text))
    const average = averageLength(texts)
    const formula = formulaFor({ k1, b, plus }, average)
    const turns = addsTerms(conversation)
      ? documents.map((document, i): Turn => {
          const known = texts[i] as KnownText
          const { speaker, date, fields } = memory.reader.rest(document, known.language)
          return { text: known.text, questions: known.questions, speaker, date, fields }
        })
      : undefined
    return memory.withQuery(
      query,
      (ranked) =>
        turns === undefined
          ? scoreTexts(ranked, texts, average, formula)
          : scoreTurns(ranked, documents, turns, weights, formula, best),
      only,
    )
  }
  const rank = (query: string, documents: readonly Rankable[]): readonly number[] => {
    checkOptions('rank', { query, documents }, rankChecks, ['query', 'documents'])
    const scores = scoresOf(query, documents, [])
    memory.forgetIfFull()
    if (conversation.session > 0) addSessions(scores, documents, conversation.session)
    if (conversation.importance > 0) raiseImportant(scores, documents, conversation.importance)
    return scores
  }
  const explain = (query: string, documents: readonly Rankable[], index: number): readonly RankedTerm[] => {
    checkOptions('explain', { query, documents }, rankChecks, ['query', 'documents'])
    const asked = new Set<string>()
    analyzer.asked(query, (term) => asked.add(term))
    // Terms add up, so the score of each is that of a query that has no other, in the parts that are best for all.
    const best: number[] = []
    scoresOf(query, documents, best)
    const scored = [...asked].map((term) => ({ term, score: scoresOf(query, documents, best, term)[index] ?? 0 }))
    memory.forgetIfFull()
    return scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)
  }
  const terms = (text: string): ReadonlySet<string> => {
    checkOptions('terms', { text }, { text: mustBeText }, ['text'])
    const found = new Set<string>()
    analyzer(text, (term) => found.add(term))
    return found
  }
  let turns: Ranker | undefined
  const ranker = { spec: 1, name: 'bm25', rank, explain, terms } as const
  if (wanted !== undefined) return Object.freeze(ranker)
  return Object.freeze({
    ...ranker,
    get turns() {
      turns ??= bm25({ ...options, conversation: true })
      return turns
    },
  })
}

const textKeys = ['text', 'session', 'speaker', 'voice'] as const

const mustBeRankable: Check = (value) => {
  if (!Array.isArray(value)) return 'must be a list of documents'
  const isWrong = (one: unknown): boolean =>
    !isObject(one) || textKeys.some((key) => typeof one[key] !== 'string' && (key === 'text' || one[key] !== undefined))
  const wrong = value.findIndex(isWrong)
  return wrong < 0
    ? undefined
    : `must have { text, session?, speaker?, voice? } as strings; number ${wrong + 1} does not`
}

const rankChecks = { query: mustBeText, documents: mustBeRankable }

function averageLength(texts: readonly KnownText[]): number {
  let total = 0
  for (const { text } of texts) total += text.length
  return texts.length === 0 ? 0 : total / texts.length
}
