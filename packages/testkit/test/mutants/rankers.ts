import type { Ranker } from '@lamella/core'
import type { Rankable } from '@lamella/core/plugin'
import { inTurns, type Mutant } from './mutant.ts'

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** A simple, correct ranker: each word of the query counts once per document, by its rarity. */
const rareWords: Ranker = {
  name: 'rare-words',
  rank: (query, documents) => {
    const wanted = new Set(wordsOf(query))
    const held = documents.map(({ text }) => new Set(wordsOf(text)))
    const weight = new Map<string, number>()
    for (const word of wanted) {
      const holders = held.filter((words) => words.has(word)).length
      weight.set(word, Math.log(1 + documents.length / (holders + 0.5)))
    }
    return held.map((words) => sum([...wanted].map((word) => (words.has(word) ? (weight.get(word) ?? 0) : 0))))
  },
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

type Fault = (query: string, documents: readonly Rankable[], scores: readonly number[]) => readonly number[]

const mutant = (code: string, name: string, fault: () => Partial<Ranker>): Mutant<Ranker> => ({
  code,
  name,
  make: () => ({ ...rareWords, ...fault() }),
})

/** Changes the scores of the correct ranker. */
const after = (fault: Fault): Partial<Ranker> => ({
  rank: (query, documents) => fault(query, documents, rareWords.rank(query, documents)),
})

/** Rankers with one fault each. */
export const rankerMutants: readonly Mutant<Ranker>[] = [
  mutant('RANKER_FIELDS', 'has no name', () => ({ name: '' })),
  mutant('RANKER_ONE_SCORE_EACH', 'gives up if all documents are empty', () =>
    after((_query, documents, scores) => (documents.every(({ text }) => text === '') ? [] : scores)),
  ),
  mutant('RANKER_ONE_SCORE_EACH', 'returns a number if there are no documents', () =>
    after((_query, documents, scores) => (documents.length === 0 ? [0] : scores)),
  ),
  mutant('RANKER_FINITE', 'divides by the average length, which is 0 for empty documents', () =>
    after((_query, documents, scores) => {
      const length = sum(documents.map(({ text }) => text.length))
      return scores.map((score) => score + (length === 0 ? Number.NaN : 0))
    }),
  ),
  mutant('RANKER_FINITE', 'counts words in a plain object, which already has a constructor', () =>
    after((query, _documents, scores) => {
      const counts: Record<string, number> = {}
      for (const word of query.split(' ')) counts[word] = (counts[word] ?? 0) + 1
      return scores.map((score) => score * (Object.values(counts).every(Number.isInteger) ? 1 : Number.NaN))
    }),
  ),
  mutant('RANKER_FINITE', 'gives empty documents a negative score', () =>
    after((_query, documents, scores) => scores.map((score, i) => (documents[i]?.text === '' ? -1 : score))),
  ),
  mutant('RANKER_NEVER_THROWS', 'reads the first word of a query that may have none', () =>
    after((query, documents, scores) => {
      if (query.length > 0 && documents.length > 0) (wordsOf(query)[0] as string).charAt(0)
      return scores
    }),
  ),
  mutant('RANKER_NEVER_THROWS', 'parses the query as a regular expression', () =>
    after((query, _documents, scores) => {
      // The result is used, because otherwise a bundler would drop the pattern.
      return new RegExp(query, 'u').test('') ? [...scores] : scores
    }),
  ),
  mutant('RANKER_DETERMINISTIC', 'weighs words by the number of queries it has seen', () => {
    const seen = new Set<string>()
    return after((query, _documents, scores) => scores.map((score) => score * seen.add(query).size))
  }),
  {
    code: 'RANKER_DETERMINISTIC',
    name: 'weighs words differently in every instance',
    make: inTurns((odd) => ({
      ...rareWords,
      ...after((_q, _d, scores) => scores.map((score) => score * (odd ? 2 : 1))),
    })),
  },
  mutant('RANKER_PURE', 'stores the score on the document', () =>
    after((_query, documents, scores) => {
      documents.forEach((document, i) => {
        if (!Object.isFrozen(document)) Object.assign(document, { score: scores[i] })
      })
      return scores
    }),
  ),
  mutant('RANKER_PURE', 'reverses the documents in place, and back', () =>
    after((_query, documents, scores) => {
      ;(documents as Rankable[]).reverse()
      ;(documents as Rankable[]).reverse()
      return scores
    }),
  ),
  mutant('RANKER_ORDER', 'prefers documents early in the list', () =>
    after((_query, _documents, scores) => scores.map((score, i) => score / (1 + i / 1e6))),
  ),
  mutant('RANKER_NO_MATCH', 'gives every document a small score', () =>
    after((_query, _documents, scores) => scores.map((score) => score + 0.1)),
  ),
  mutant('RANKER_NO_MATCH', 'treats an empty query as matching all documents', () =>
    after((query, _documents, scores) => scores.map((score) => (query === '' ? 1 : score))),
  ),
  mutant('RANKER_RARE_WORD', 'counts how often words occur, not how rare they are', () => ({
    rank: (query, documents) => {
      const wanted = new Set(wordsOf(query))
      return documents.map(({ text }) => wordsOf(text).filter((word) => wanted.has(word)).length)
    },
  })),
  mutant('RANKER_RARE_WORD', 'recognizes only words of the letters a to z', () => ({
    rank: (query, documents) =>
      rareWords.rank(
        ascii(query),
        documents.map(({ id, text }) => ({ id, text: ascii(text) })),
      ),
  })),
]

const ascii = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]+/g, ' ')
