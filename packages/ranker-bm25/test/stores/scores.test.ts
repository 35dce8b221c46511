import { createIndex, type IndexDocument } from '@lamella/ranker-bm25'
import {
  addPostings,
  type CountedText,
  collectTexts,
  createStoreTerms,
  readTexts,
  type StoreConversationOptions,
  scoreCollection,
  type TextRecord,
  textBytes,
  weighPostings,
} from '@lamella/ranker-bm25/stores'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { storeConversation } from '../../src/stores/store-conversation.ts'

const words = [
  'tea',
  'ship',
  'ships',
  'Rome',
  'Where',
  'were',
  'you?',
  'Ada',
  'May',
  '2023',
  '北京',
  '東京タワー',
  'the',
  '.',
]
const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }).map((parts) => parts.join(' '))
/** More words than a turn has. */
const long = fc.constant(`${'car '.repeat(120)} tea ships?`)

const turn: fc.Arbitrary<Turn> = fc.record({
  text: fc.oneof({ weight: 6, arbitrary: text }, { weight: 1, arbitrary: long }),
  session: fc.constantFrom('a', 'b', 'c'),
  speaker: fc.constantFrom(undefined, 'Ada', 'Ada Tea'),
  date: fc.constantFrom(undefined, '2023-05-08', '2024-01-01T10:00:00Z'),
})

interface Turn {
  readonly text: string
  readonly session: 'a' | 'b' | 'c'
  readonly speaker: string | undefined
  readonly date: string | undefined
}

/** Turns, some of which are the answers of an assistant: they repeat the turn before, at times at great length. */
const turns = fc.array(fc.tuple(turn, fc.constantFrom(0, 1, 1, 30)), { minLength: 20, maxLength: 40 }).map((all) => {
  const lasts = new Map<string, Turn>()
  return all.map(([one, times]): Turn => {
    const before = lasts.get(one.session)
    const said = `${before?.text} ${one.text} `.repeat(times)
    const isAnswer = times > 0 && before !== undefined && before.speaker !== 'Echo'
    const turn = isAnswer ? { ...one, text: said, speaker: 'Echo' } : one
    lasts.set(one.session, turn)
    return turn
  })
})

/** Documents have no fields that are undefined. */
const documentOf = ({ speaker, date, ...rest }: Turn, id: number): IndexDocument => ({
  ...rest,
  id: `${id}`,
  ...(speaker === undefined ? {} : { speaker }),
  ...(date === undefined ? {} : { date }),
})

const weights: fc.Arbitrary<StoreConversationOptions> = fc.record({
  neighbours: fc.constantFrom([], [0.3, 0.2, 0.1], [0.5], [0, 0.25]),
  question: fc.constantFrom(0, 1, 0.7),
  answer: fc.constantFrom(0.4, 0.4, 0, 1),
  speaker: fc.constantFrom(0, 1, 2),
  date: fc.constantFrom(0, 0.5),
  session: fc.constantFrom(0, 0.25),
  importance: fc.constant(0),
})

const groups = { a: 3, b: 1, c: 2 }

/** Searches as a store does: texts in chunks, as bytes. */
function searchStored(
  turns: readonly Turn[],
  query: string,
  options: StoreConversationOptions,
  chunkSize: number,
): ReadonlyMap<number, number> {
  const terms = createStoreTerms()
  const conversation = storeConversation('test', options)
  const lasts = new Map<string, CountedText>()
  const chunks: { readonly records: TextRecord[]; readonly words: Map<string, number[]> }[] = []
  for (const [id, { text, speaker, date, session }] of turns.entries()) {
    let chunk = chunks.at(-1)
    if (chunk === undefined || chunk.records.length === chunkSize) {
      chunk = { records: [], words: new Map() }
      chunks.push(chunk)
    }
    const counted = terms.count({ text, speaker, date }, lasts.get(session))
    addPostings(chunk.words, chunk.records.length, counted)
    lasts.set(session, counted)
    chunk.records.push({ id, group: groups[session], counted })
  }
  const collection = collectTexts(
    chunks.map(({ records }) => readTexts(textBytes(records))),
    conversation,
  )
  const { ids, scores } = scoreCollection(
    terms.asked(query),
    collection,
    (term) =>
      chunks.map((chunk) => {
        const bytes = chunk.words.get(term)
        return bytes && weighPostings(Uint8Array.from(bytes), conversation)
      }),
    conversation,
  )
  return new Map(Array.from(ids, (id, i) => [id, scores[i] as number]))
}

describe('scores of stored texts', () => {
  it('equal those of an index of the same turns, however they are stored', () => {
    let [hits, answered] = [0, 0]
    fc.assert(
      fc.property(
        fc.oneof(turns, fc.array(turn, { maxLength: 40 })),
        text,
        weights,
        fc.integer({ min: 1, max: 20 }),
        (turns, query, options, size) => {
          const index = createIndex({ conversation: options })
          index.add(turns.map(documentOf))
          const wanted = index.search(query, { limit: 100 })
          const found = searchStored(turns, query, options, size)
          hits += wanted.length
          if (wanted.some((hit) => index.explain(hit).answer > 0)) answered++
          expect(found.size).toBe(wanted.length)
          for (const { id, score } of wanted) expect(found.get(Number(id))).toBeCloseTo(score, 5)
        },
      ),
      { numRuns: 300, seed: 1 },
    )
    expect(hits).toBeGreaterThan(1000)
    expect(answered).toBeGreaterThan(30)
  })
})

describe('a long text', () => {
  const search = (between: string): readonly string[] => {
    const index = createIndex({ conversation: { neighbours: [0.5, 0.5], question: 1, speaker: 0, date: 0 } })
    index.add([
      { id: 'before', text: 'We sailed to Rome.' },
      { id: 'between', text: between },
      { id: 'after', text: 'It was sunny.' },
    ])
    return index.search('Rome').map(({ id }) => id)
  }

  it('separates the turns around it, and is no neighbour itself', () => {
    expect(search('A short one.')).toEqual(['before', 'after', 'between'])
    expect(search('word '.repeat(200))).toEqual(['before'])
  })

  it('still asks a question that the next turn may answer', () => {
    const index = createIndex({ conversation: true })
    index.add([
      { id: 'question', text: `${'word '.repeat(200)}. Which ship was it?` },
      { id: 'answer', text: 'The white one.' },
    ])
    expect(
      index
        .search('ship')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['answer', 'question'])
  })
})
