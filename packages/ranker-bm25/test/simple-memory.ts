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

/**
 * Documents with the ids '0', '1' and so on. In half of the lists an assistant answers some of them: it repeats what it
 * answers, at times at great length.
 */
export const documents = (size: number): fc.Arbitrary<readonly SimpleDocument[]> =>
  fc
    .tuple(
      fc.array(document, { minLength: 1, maxLength: size }),
      fc.oneof(fc.constant([]), fc.array(fc.constantFrom(0, 1, 1, 40), { minLength: size, maxLength: size })),
    )
    .map(([list, answers]) => {
      const all: SimpleDocument[] = []
      for (const [i, one] of list.entries()) {
        const before = all.at(-1)
        const times = before?.speaker === 'echo' ? 0 : (answers[i] ?? 0)
        const said = [...(before?.sentences ?? []), ...one.sentences]
        const { session: _, ...rest } = one
        const session = before?.session === undefined ? {} : { session: before.session }
        const answer = {
          ...rest,
          ...session,
          speaker: 'echo',
          sentences: Array.from({ length: times }, () => said).flat(),
        }
        all.push({ ...(times > 0 && before ? answer : one), id: `${i}` })
      }
      return all
    })

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
    answer: fc.constantFrom(0, 0.4, 1),
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

/** The words of a document or of its part with their weights, and its length: their sum without its speaker and date. */
interface Bag {
  readonly words: ReadonlyMap<string, number>
  readonly length: number
}

/** Returns the documents whose speaker repeats at least 0.4 of what it answers, counted as if it had heard 30 words more. */
function echoesOf(all: readonly SimpleDocument[], { conversation }: SimpleOptions): ReadonlySet<SimpleDocument> {
  const isOfEcho = (voice: string): boolean => {
    let [heard, repeated] = [30, 0]
    for (const one of all) {
      const before = mateOf(all, one, -1)
      if (one.speaker !== voice || before === undefined || before.speaker === voice) continue
      const own = new Set(textOf(one))
      heard += new Set(textOf(before)).size
      repeated += [...new Set(textOf(before))].filter((word) => own.has(word)).length
    }
    return repeated >= 0.4 * heard
  }
  const echoes =
    conversation.answer === 0 ? [] : all.filter(({ speaker }) => speaker !== undefined && isOfEcho(speaker))
  return new Set(echoes)
}

function mateOf(all: readonly SimpleDocument[], one: SimpleDocument, places: number): SimpleDocument | undefined {
  const turns = all.filter(({ session }) => session === one.session)
  return turns[turns.indexOf(one) + places]
}

/** The words of a text, each with the share that it counts: even parts of about 64 for a long text of an echo. */
function partsOf(one: SimpleDocument, isOfEcho: boolean): readonly ReadonlyMap<string, number>[] {
  const text = textOf(one)
  const count = isOfEcho && text.length > 96 ? Math.ceil(text.length / 64) : 1
  const parts = Array.from({ length: count }, (_, part) =>
    text.filter((_, place) => Math.floor((place * count) / text.length) === part),
  )
  const share = (word: string): number =>
    text.filter((other) => other === word).length / parts.filter((part) => part.includes(word)).length
  return parts.map((part) => new Map([...new Set(part)].map((word) => [word, share(word)])))
}

/** Frequencies and lengths are kept to a millionth, so that they do not depend on the order of addition. */
const millionth = (sum: number): number => Math.round(sum * 1e6) / 1e6

/** Returns the bags of each document, from the words of everything that counts as its text. */
function bagsOf(all: readonly SimpleDocument[], options: SimpleOptions): readonly (readonly Bag[])[] {
  const { title, conversation } = options
  const echoes = echoesOf(all, options)
  const isShort = (one: SimpleDocument): boolean => textOf(one).length <= 96
  return all.map((one) => {
    const parts = partsOf(one, echoes.has(one))
    const near = (places: number): SimpleDocument | undefined => {
      const other = mateOf(all, one, places)
      return other && echoes.has(other) === echoes.has(one) ? other : undefined
    }
    return parts.map((part) => {
      const words = new Map<string, number>()
      let length = textOf(one).length / parts.length
      const addOne = (word: string, weight: number): void => {
        if (weight > 0) words.set(word, (words.get(word) ?? 0) + weight)
      }
      const add = (list: readonly string[], weight: number, isText = true): void => {
        for (const word of list) addOne(word, weight)
        if (isText) length += weight * list.length
      }
      for (const [word, share] of part) addOne(word, share)
      add(one.title ?? [], title)
      for (const step of [-1, 1]) {
        for (const [i, weight] of conversation.neighbours.entries()) {
          const other = near(step * (i + 1))
          if (!other || !isShort(one) || !isShort(other)) break
          add(textOf(other), weight)
        }
      }
      const before = near(-1)
      if (before && questionsOf(before).length <= 96) add(questionsOf(before), conversation.question)
      add(one.speaker === undefined ? [] : [one.speaker.toLowerCase()], conversation.speaker, false)
      add(days[one.date ?? ''] ?? [], conversation.date, false)
      return { words: new Map([...words].map(([word, f]) => [word, millionth(f)])), length: millionth(length) }
    })
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
  const echoes = echoesOf(all, options)
  const isOfEcho = all.map((one) => echoes.has(one))
  const having = (word: string, side: boolean | undefined): number =>
    bags.filter((own, i) => (side ?? isOfEcho[i]) === isOfEcho[i] && own.some(({ words }) => words.has(word))).length
  const best = all.map((_, i) => {
    const side = isOfEcho[i] as boolean
    const mates = bags.filter((_, j) => isOfEcho[j] === side)
    const lengths = mates.flat().map(({ length }) => length)
    // Where all texts are empty, none is longer than the average.
    const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length || 1
    const rarity = (word: string): number => {
      const all = having(word, undefined)
      const n = echoes.size === 0 ? all : (bags.length * having(word, side) + 3 * all) / (mates.length + 3)
      return Math.log(1 + (bags.length - n + 0.5) / (n + 0.5))
    }
    const scores = (bags[i] as readonly Bag[]).map(({ words, length }) => {
      let score = 0
      for (const word of query) {
        const f = words.get(word) ?? 0
        if (f > 0) score += rarity(word) * ((f * (k1 + 1)) / (f + k1 * (1 - b + (b * length) / average)) + plus)
      }
      return score
    })
    return Math.max(...scores)
  })
  const byTerms = best.map((score, i) => {
    const answer = mateOf(all, all[i] as SimpleDocument, 1)
    const isAnswered = answer !== undefined && !isOfEcho[i] && echoes.has(answer)
    return isAnswered ? score + conversation.answer * (best[all.indexOf(answer)] as number) : score
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
