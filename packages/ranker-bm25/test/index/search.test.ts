import { isLamellaError } from '@lamella/core'
import {
  createIndex,
  type IndexDocument,
  type IndexedDocument,
  type IndexHit,
  type IndexSearchOptions,
} from '@lamella/ranker-bm25'
import { diverse, fading } from '@lamella/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documents, query, toDocument } from '../simple-memory.ts'

const megabytes = Number(process.env['LAMELLA_MEGABYTES'] ?? 2)
const refused = (code: string): Error => expect.toSatisfy((error) => isLamellaError(error, code)) as Error
const ids = (hits: readonly { readonly id: string }[]): readonly string[] => hits.map(({ id }) => id)

describe('a search', () => {
  it('applies boost and recency to all matches before choosing the best', () => {
    const now = new Date('2025-01-01T00:00:00Z')
    fc.assert(
      fc.property(documents(15), query, fc.integer({ min: 1, max: 5 }), (all, query, limit) => {
        const index = createIndex({ language: 'none' })
        index.add(all.map(({ title: _, ...one }) => toDocument(one)))
        const recency = { halfLifeDays: 30, now }
        const boost = ({ id, importance = 0 }: IndexedDocument): number => (id === '1' ? 0 : 1 + importance)
        const every = index.search(query.join(' '), { limit: 100 })
        const expected = every
          .map(({ id, score }) => {
            const one = all.find((document) => document.id === id) as (typeof all)[number]
            return { id, score: score * fading(one.date, recency) * boost(one) }
          })
          .filter(({ score }) => score > 0)
          .sort((a, b) => b.score - a.score || Number(a.id) - Number(b.id))
        const found = index.search(query.join(' '), { limit, boost, recency })
        expect(found).toHaveLength(Math.min(limit, expected.length))
        for (const [i, { score }] of found.entries()) expect(score).toBeCloseTo(expected[i]?.score as number, 9)
      }),
      { numRuns: 300 },
    )
  })

  it('diversifies hits by their own words', () => {
    fc.assert(
      fc.property(documents(15), query, fc.double({ min: 0, max: 1, noNaN: true }), (all, query, diversity) => {
        const index = createIndex({ language: 'none', conversation: true })
        index.add(all.map(({ title: _, ...one }) => toDocument(one)))
        const every = index.search(query.join(' '), { limit: 100 })
        const words = new Map(all.map(({ id, sentences }) => [id, new Set(sentences.flatMap(({ words }) => words))]))
        const expected = diverse(every, diversity, 4, ({ id }) => words.get(id) ?? new Set())
        expect(index.search(query.join(' '), { limit: 4, diversity })).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('passes the known data of a document to filter and boost', () => {
    const index = createIndex()
    const known = { id: 'a', session: 's', speaker: 'Kim', date: '2026-05-08', importance: 3 }
    index.add([
      { ...known, text: 'tea' },
      { id: 'b', text: 'tea' },
    ])
    const seen: IndexedDocument[] = []
    index.search('tea', { boost: (document) => seen.push(document) })
    expect(seen).toEqual([known, { id: 'b' }])
    expect(ids(index.search('tea', { filter: ({ speaker }) => speaker === 'Kim' }))).toEqual(['a'])
    expect(index.search('tea', { filter: () => false })).toEqual([])
  })

  it('uses the current date and importance of a document', () => {
    const index = createIndex({ conversation: true })
    const recency = { halfLifeDays: 1, now: new Date('2026-05-10T23:59:59.999Z') }
    const scoreOf = (): number => index.search('tea', { recency })[0]?.score ?? 0
    index.add({ id: 'a', text: 'tea', date: '2026-05-10', importance: 5 })
    const now = scoreOf()
    index.update({ id: 'a', text: 'tea', date: '2026-05-08', importance: 10 })
    expect(scoreOf()).toBeCloseTo((now / 4) * 1.2, 9)
    index.update({ id: 'a', text: 'tea' })
    expect(index.explain(index.search('tea', { recency })[0] as IndexHit).boosts).toEqual([])
  })

  it('includes filtered documents when computing how rare a word is', () => {
    const index = createIndex()
    index.add(['a', 'b', 'c'].map((id) => ({ id, text: 'tea' })))
    const [all] = index.search('tea')
    expect(index.search('tea', { filter: ({ id }) => id === 'a' })).toEqual([all])
  })

  it.each([
    ['English', 'Where is the launch?', 'launch', 'beta '],
    ['Chinese', '发射在哪里？', '发射', '山水'],
  ])('finds a turn of up to 96 words by the question before it, but no longer text: %s', (_, question, asked, word) => {
    const found = (words: number): readonly string[] => {
      const index = createIndex({ conversation: { neighbours: [1], question: 0 } })
      index.add([
        { id: 'question', text: question },
        { id: 'answer', text: word.repeat(words) },
      ])
      return ids(index.search(asked))
    }
    expect(found(96)).toContain('answer')
    expect(found(97)).toEqual(['question'])
  })

  it('finds nothing in an empty index', () => {
    expect(createIndex({ conversation: true }).search('tea', { diversity: 1 })).toEqual([])
  })

  it.each(['', ' ', '?!', '\ud800', '\u0301', 'nowhere', '🎉'])('finds nothing for %j', (query) => {
    const index = createIndex({ conversation: true })
    index.add({ id: 'a', text: 'green tea', session: 'one' })
    expect(index.search(query)).toEqual([])
  })

  it.each<readonly [string, IndexDocument['text'], string]>([
    ['one character', 'x', 'x'],
    ['a Chinese character', '茶', '茶'],
    ['only stop words', 'to be or to have been', 'to be'],
    ['only emoji', '🎉🎂', '🎂'],
    [`${megabytes} MB`, `${'word '.repeat(megabytes * 200_000)}tea`, 'tea'],
    [`${megabytes} MB without the end of a sentence`, `${'.'.repeat(megabytes * 1_000_000)}tea? `, 'tea'],
    [`${megabytes} MB of questions`, 'tea? '.repeat(megabytes * 200_000), 'tea'],
    ['a query of 10,000 words', 'tea', Array.from({ length: 10_000 }, (_, i) => `word${i} tea`).join(' ')],
  ])('handles %s', (_, text, query) => {
    for (const conversation of [false, true]) {
      const index = createIndex({ conversation })
      index.add([
        { id: 'empty', text: '' },
        { id: 'a', text },
        { id: 'other', text: 'nothing else' },
      ])
      expect(ids(index.search(query))).toContain('a')
      index.update({ id: 'a', text: '' })
      expect(index.search('tea x')).toEqual([])
    }
  })

  it.each<readonly [string, unknown]>([
    ['limit 0', { limit: 0 }],
    ['limit -1', { limit: -1 }],
    ['limit NaN', { limit: Number.NaN }],
    ['limit 1.5', { limit: 1.5 }],
    ['diversity 2', { diversity: 2 }],
    ['diversity NaN', { diversity: Number.NaN }],
    ['a filter that is not a function', { filter: 'x' }],
    ['no half-life', { recency: { now: new Date(0) } }],
    ['a half-life of 0', { recency: { halfLifeDays: 0, now: new Date(0) } }],
    ['no time', { recency: { halfLifeDays: 1, now: new Date(Number.NaN) } }],
    ['a boost below 0', { boost: () => -1 }],
    ['a boost that is NaN', { boost: () => Number.NaN }],
    ['a boost that is not a number', { boost: () => '1' }],
    ['a misspelled option', { limits: 3 }],
    ['no options', null],
  ])('rejects %s', (_, options) => {
    const index = createIndex()
    index.add({ id: 'a', text: 'tea' })
    expect(() => index.search('tea', options as IndexSearchOptions)).toThrow(refused('OPTION_INVALID'))
    expect(index.search('tea')).toHaveLength(1)
  })

  it('rejects a query that is not a string', () => {
    expect(() => createIndex().search(undefined as unknown as string)).toThrow(refused('OPTION_INVALID'))
  })
})
