import type { Rankable, Ranker } from '@lamella/core'
import { checkOptions } from '@lamella/core/plugin'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { type AnalyzeOptions, analysisChecks } from '../analysis/options.ts'
import { addsTerms, type ConversationOptions, mustBeConversation, resolveConversation } from '../turns/conversation.ts'
import { type FormulaOptions, formulaChecks, formulaFor } from '../turns/formula.ts'
import { mostUsed } from '../turns/most-used.ts'
import type { Turn } from '../turns/turn.ts'
import { DocumentMemory, type KnownText } from './document-memory.ts'
import { scoreTexts } from './score-texts.ts'
import { addSessions, raiseImportant, scoreTurns } from './score-turns.ts'

export interface Bm25Options extends AnalyzeOptions, FormulaOptions {
  /**
   * `true`, or which of what helps with turns of conversations, and how much. Documents are turns in the order in which they
   * are given, those without `session` of one session. Default `false`: each document has its score wherever it stands.
   */
  readonly conversation?: boolean | ConversationOptions
}

/**
 * Ranks texts by the words that they share with the query, rare words first: Okapi BM25 as in Robertson and Zaragoza, "The
 * Probabilistic Relevance Framework: BM25 and Beyond" (2009), with the idf of Lucene, which is never negative. For a query
 * word that n of N documents have, a document with f of them and d terms, where the average is a, gets
 *
 *     ln(1 + (N - n + 0.5) / (n + 0.5)) * (f * (k1 + 1) / (f + k1 * (1 - b + b * d / a)) + plus)
 *
 * and a score is the sum over the words of the query, repeated ones as often as they occur. A document without any of them
 * has 0.
 *
 * A ranker remembers the words of the texts it has seen (up to 4 million characters), so keep one and use it again: 200
 * texts that it knows take some 20 microseconds, new ones about a millisecond. For more than some thousands of documents
 * there is `createIndex`, which gives the same scores.
 *
 * @throws LamellaError `OPTION_INVALID` for an option that is misspelled or out of its range.
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

  const rank = (query: string, documents: readonly Rankable[]): readonly number[] => {
    const texts = documents.map(({ text }) => memory.get(text))
    const average = averageLength(texts)
    const formula = formulaFor({ k1, b, plus }, average)
    const language = analyzer.guess(query) ?? mostUsed(texts.map((text) => text.language))
    const turns = addsTerms(conversation)
      ? documents.map((document, i): Turn => {
          const known = texts[i] as KnownText
          const { speaker, date, fields } = memory.reader.rest(document, known.language)
          return { text: known.text, questions: known.questions, speaker, date, fields }
        })
      : undefined
    const scores = memory.ask(query, language, (asked) =>
      turns === undefined
        ? scoreTexts(asked, texts, average, formula)
        : scoreTurns(asked, documents, turns, weights, formula),
    )
    memory.forgetIfFull()
    if (conversation.session > 0) addSessions(scores, documents, conversation.session)
    if (conversation.importance > 0) raiseImportant(scores, documents, conversation.importance)
    return scores
  }
  const terms = (text: string): ReadonlySet<string> => {
    const found = new Set<string>()
    analyzer(text, (term) => found.add(term))
    return found
  }
  return Object.freeze({ spec: 1, name: 'bm25', rank, terms })
}

function averageLength(texts: readonly KnownText[]): number {
  let total = 0
  for (const { text } of texts) total += text.length
  return texts.length === 0 ? 0 : total / texts.length
}
