import type { ConversationOptions, IndexDocument } from '@lamella/ranker-bm25'
import fc from 'fast-check'

/** A document as lists of words, so that the test needs no analysis: sentences, some of them questions. */
export interface SimpleDocument {
  readonly id: string
  readonly sentences: readonly { readonly words: readonly string[]; readonly asks: boolean }[]
  readonly title?: readonly string[]
  readonly session?: string
  readonly speaker?: string
  readonly date?: string
  readonly importance?: number
}

export interface SimpleOptions {
  readonly k1: number
  readonly b: number
  readonly plus: number
  readonly title: number
  readonly conversation: Required<Omit<ConversationOptions, 'spellDate'>>
}

const word = fc.constantFrom(...'alpha beta gamma delta epsilon zeta eta theta'.split(' '))
const words = fc.array(word, { maxLength: 6 })
const sentence = fc.record({ words: fc.array(word, { minLength: 1, maxLength: 6 }), asks: fc.boolean() })
const days: Readonly<Record<string, readonly string[]>> = {
  '2023-05-08': ['8', 'may', '2023'],
  '2024-12-31T23:59:59Z': ['31', 'december', '2024'],
}

/** Documents with the ids '0', '1' and so on. */
export const documents = (size: number): fc.Arbitrary<readonly SimpleDocument[]> =>
  fc.array(document, { minLength: 1, maxLength: size }).map((list) => list.map((one, i) => ({ ...one, id: `${i}` })))

export const document: fc.Arbitrary<SimpleDocument> = fc.record(
  {
    id: fc.constant('0'),
    sentences: fc.array(sentence, { maxLength: 3 }),
    title: words,
    session: fc.constantFrom('one', 'two', '__proto__'),
    speaker: fc.constantFrom('alpha', 'ann', 'Bob'),
    date: fc.constantFrom(...Object.keys(days)),
    importance: fc.integer({ min: 1, max: 10 }),
  },
  { requiredKeys: ['id', 'sentences'] },
)

/** A query made of words from texts, names and dates. */
export const query: fc.Arbitrary<string[]> = fc.array(
  fc.oneof(word, fc.constantFrom('ann', 'bob', '8', 'may', '2024', 'nothing')),
  {
    maxLength: 5,
  },
)

const weight = fc.integer({ min: 0, max: 20 }).map((tenths) => tenths / 10)
export const options: fc.Arbitrary<SimpleOptions> = fc.record({
  k1: fc.double({ min: 0, max: 3, noNaN: true }),
  b: fc.double({ min: 0, max: 1, noNaN: true }),
  plus: fc.constantFrom(0, 0, 1, 0.5),
  title: weight,
  conversation: fc.record({
    neighbours: fc.array(weight, { maxLength: 3 }),
    question: weight,
    speaker: weight,
    date: weight,
    session: weight,
    importance: fc.constantFrom(0, 0.2, 1),
  }),
})

/** The same document as input for an index. */
export function toDocument({ id, sentences, title, ...rest }: SimpleDocument): IndexDocument {
  const text = sentences.map(({ words, asks }) => `${words.join(' ')}${asks ? '?' : '.'}`).join(' ')
  return title === undefined ? { id, text, ...rest } : { id, text, fields: { title: title.join(' ') }, ...rest }
}

const textOf = ({ sentences }: SimpleDocument): readonly string[] => sentences.flatMap(({ words }) => words)
const questionsOf = ({ sentences }: SimpleDocument): readonly string[] =>
  sentences.flatMap(({ words, asks }) => (asks ? words : []))

/** The words of a document with their weights, and its length: the sum of these without its speaker and date. */
interface Bag {
  readonly words: ReadonlyMap<string, number>
  readonly length: number
}

/** Returns the bag of each document, from the words of everything that counts as its text. */
function bagsOf(all: readonly SimpleDocument[], { title, conversation }: SimpleOptions): readonly Bag[] {
  return all.map((one) => {
    const turns = all.filter(({ session }) => session === one.session)
    const place = turns.indexOf(one)
    const words = new Map<string, number>()
    const add = (list: readonly string[], weight: number): void => {
      for (const word of list) if (weight > 0) words.set(word, (words.get(word) ?? 0) + weight)
    }
    add(textOf(one), 1)
    add(one.title ?? [], title)
    for (const [i, weight] of conversation.neighbours.entries()) {
      for (const near of [turns[place - i - 1], turns[place + i + 1]]) if (near) add(textOf(near), weight)
    }
    const before = turns[place - 1]
    if (before) add(questionsOf(before), conversation.question)
    const length = [...words.values()].reduce((sum, weight) => sum + weight, 0)
    add(one.speaker === undefined ? [] : [one.speaker.toLowerCase()], conversation.speaker)
    add(days[one.date ?? ''] ?? [], conversation.date)
    return { words, length }
  })
}

/** Returns the score of each document by the textbook formula. */
export function simpleScores(
  query: readonly string[],
  all: readonly SimpleDocument[],
  options: SimpleOptions,
): readonly number[] {
  const { k1, b, plus, conversation } = options
  const bags = bagsOf(all, options)
  // Where all texts are empty, none is longer than the average.
  const average = bags.reduce((sum, { length }) => sum + length, 0) / all.length || 1
  const byTerms = bags.map(({ words, length }) => {
    let score = 0
    for (const word of query) {
      const f = words.get(word) ?? 0
      if (f === 0) continue
      const n = bags.filter((other) => other.words.has(word)).length
      const idf = Math.log(1 + (all.length - n + 0.5) / (n + 0.5))
      score += idf * ((f * (k1 + 1)) / (f + k1 * (1 - b + (b * length) / average)) + plus)
    }
    return score
  })
  const several = new Set(all.map(({ session }) => session)).size > 1
  return byTerms.map((score, i) => {
    if (score === 0) return 0
    const mates = byTerms.filter((_, j) => all[j]?.session === all[i]?.session)
    const [first = 0, second = 0, third = 0] = mates.sort((x, y) => y - x)
    const added = several ? (conversation.session * (first + second + third)) / 3 : 0
    return (score + added) * (1 + (conversation.importance * ((all[i]?.importance ?? 5) - 5)) / 5)
  })
}

/** Returns ids and scores above 0, best first, ties in insertion order. */
export function simpleHits(
  all: readonly SimpleDocument[],
  scores: readonly number[],
): readonly { readonly id: string; readonly score: number }[] {
  return all
    .map(({ id }, i) => ({ id, score: scores[i] as number }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
}
