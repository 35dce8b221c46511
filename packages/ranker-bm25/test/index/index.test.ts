import { bm25, createIndex, type IndexHit, type IndexOptions, loadIndex, type SearchIndex } from '@lamella/ranker-bm25'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  document,
  documents,
  options,
  query,
  type SimpleDocument,
  type SimpleOptions,
  simpleHits,
  simpleScores,
  toDocument,
} from '../simple-memory.ts'

const toOptions = ({ title, ...rest }: SimpleOptions): IndexOptions => ({
  ...rest,
  language: 'none',
  fields: { title },
})

function built(all: readonly SimpleDocument[], options: IndexOptions): SearchIndex {
  const index = createIndex(options)
  index.add(all.map(toDocument))
  return index
}

/**
 * Compares documents and scores. Ties up to rounding, which depends on the order of addition, may be in a different
 * order.
 */
function expectSame(found: readonly IndexHit[], expected: readonly IndexHit[]): void {
  expect(found).toHaveLength(expected.length)
  for (const [i, { score }] of expected.entries()) expect(Math.abs((found[i]?.score ?? 0) - score)).toBeLessThan(1e-9)
  const scores = new Map(expected.map(({ id, score }) => [id, score]))
  for (const { id, score } of found) expect(Math.abs((scores.get(id) ?? Number.NaN) - score)).toBeLessThan(1e-9)
}

const plainOptions = options.map((one) => ({
  ...one,
  title: 0,
  conversation: { neighbours: [], question: 0, answer: 0, speaker: 0, date: 0, session: 0, importance: 0 },
}))

describe('an index', () => {
  it('scores like the textbook formula, with fields and all conversation options', () => {
    fc.assert(
      fc.property(documents(12), query, fc.oneof(options, plainOptions), (all, query, options) => {
        const index = built(all, toOptions(options))
        const expected = simpleHits(all, simpleScores(query, all, options))
        expectSame(index.search(query.join(' '), { limit: 100 }), expected)
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 150) },
    )
  })

  it('scores like the ranker', () => {
    fc.assert(
      fc.property(documents(12), query, fc.oneof(options, plainOptions), (all, query, options) => {
        const { title: _, ...rest } = options
        const shared = { ...rest, language: 'none' } as const
        const given = all.map(({ title: _, ...one }) => toDocument(one))
        const index = createIndex(shared)
        index.add(given)
        const ranker = bm25(shared)
        const scores = ranker.rank(query.join(' '), given)
        expectSame(index.search(query.join(' '), { limit: 100 }), simpleHits(all, scores))
        expect(ranker.rank(query.join(' '), given)).toEqual(scores)
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 100) },
    )
  })

  it('returns, with a limit, the first of all hits in the same order, even with a filter', () => {
    const limit = fc.integer({ min: 1, max: 5 })
    fc.assert(
      fc.property(documents(20), query, fc.oneof(options, plainOptions), limit, (all, query, options, limit) => {
        const index = built(all, toOptions(options))
        const every = index.search(query.join(' '), { limit: 100 })
        expect(index.search(query.join(' '), { limit })).toEqual(every.slice(0, limit))
        const filter = ({ id }: { readonly id: string }): boolean => Number(id) % 2 === 0
        const even = every.filter(filter)
        expect(index.search(query.join(' '), { limit, filter })).toEqual(even.slice(0, limit))
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 100) },
    )
  })

  it('chooses k1 and b for short or long texts based on its documents, like the ranker', () => {
    const long = { id: 'long', text: Array.from({ length: 127 }, (_, i) => `word${i} tea`).join(' ') }
    const short = { id: 'short', text: 'tea word1' }
    const other = { id: 'other', text: Array.from({ length: 128 }, () => 'tea').join(' ') }
    const index = createIndex({ language: 'none' })
    const expectRanked = (...all: readonly (typeof short)[]): void => {
      const scores = bm25({ language: 'none' }).rank('tea word1', all)
      const hits = all.map(({ id }, i) => ({ id, score: scores[i] as number }))
      expectSame(
        index.search('tea word1'),
        hits.sort((a, b) => b.score - a.score),
      )
    }
    index.add([long, short])
    expectRanked(long, short)
    index.remove('long')
    const often = { id: 'often', text: 'tea tea tea word1 word2' }
    index.add(often)
    expectRanked(short, often)
    index.remove('often')
    index.add(other)
    expectRanked(short, other)
    index.update({ ...other, text: other.text.slice(0, -8) })
    expectRanked(short, { ...other, text: other.text.slice(0, -8) })
  })

  it('returns ties in insertion order, whatever was added and removed before', () => {
    const index = createIndex()
    for (const id of ['x', 'b', 'y', 'a', 'c']) index.add({ id, text: 'green tea' })
    index.remove('x')
    index.remove('y')
    index.update({ id: 'a', text: 'black coffee' })
    index.add({ id: 'y', text: 'green tea' })
    index.update({ id: 'a', text: 'green tea' })
    expect(index.search('tea').map(({ id }) => id)).toEqual(['b', 'a', 'c', 'y'])
  })
})

type Change =
  | { readonly kind: 'put'; readonly id: string; readonly document: SimpleDocument }
  | { readonly kind: 'remove'; readonly id: string }
  | { readonly kind: 'search' | 'save' }

const id = fc.constantFrom(...'abcdefgh')
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('put' as const), id, document }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), id }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('search' as const, 'save' as const) }) },
)

/** Applies the same change to a list; a new session moves a document to the end. */
function changed(all: readonly SimpleDocument[], change: Change): readonly SimpleDocument[] {
  if (!('id' in change)) return all
  const others = all.filter(({ id }) => id !== change.id)
  if (change.kind === 'remove') return others
  const document = { ...change.document, id: change.id }
  const before = all.find(({ id }) => id === change.id)
  if (before?.session !== document.session || before === undefined) return [...others, document]
  return all.map((one) => (one === before ? document : one))
}

describe('an index that changes', () => {
  it('equals a new index of the same documents after any changes, and saves the same bytes', () => {
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 30 }),
        fc.array(query, { minLength: 1, maxLength: 3 }),
        fc.oneof(options, plainOptions),
        (changes, queries, options) => {
          let index = createIndex(toOptions(options))
          let all: readonly SimpleDocument[] = []
          for (const change of changes) {
            all = changed(all, change)
            if (change.kind === 'put') {
              const document = toDocument({ ...change.document, id: change.id })
              if (index.has(change.id)) index.update(document)
              else index.add(document)
            } else if (change.kind === 'remove') index.remove(change.id)
            else if (change.kind === 'search') index.search('alpha beta')
            else index = loadIndex(index.save(), toOptions(options))
          }
          expect(index.size).toBe(all.length)
          const fresh = built(all, toOptions(options))
          for (const query of queries) {
            const expected = simpleHits(all, simpleScores(query, all, options))
            const found = index.search(query.join(' '), { limit: 100 })
            expectSame(found, expected)
            expect(found).toEqual(fresh.search(query.join(' '), { limit: 100 }))
          }
          expect(Buffer.compare(index.save(), fresh.save())).toBe(0)
        },
      ),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 100) },
    )
  })

  it('frees the memory of removed documents after any number of changes', () => {
    const index = createIndex({ conversation: true })
    index.add({ id: 'stays', text: 'green tea' })
    for (let i = 0; i < 5000; i++) {
      index.add({ id: `${i}`, text: `word_${i}x tea`, session: `${i % 7}` })
      if (i >= 3) index.remove(`${i - 3}`)
    }
    expect(index.size).toBe(4)
    expect(index.search('17x')).toEqual([])
    expect(index.search('4999x tea').map(({ id }) => id)).toEqual(['4999', 'stays', '4997', '4998'])
  })
})
