import { isLamellaError } from '@lamella/core'
import { createIndex, type Explanation, type IndexHit } from '@lamella/ranker-bm25'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documents, options, query, toDocument } from '../simple-memory.ts'

const total = ({ terms, answer, session, boosts }: Explanation): number =>
  boosts.reduce(
    (score, { factor }) => score * factor,
    terms.reduce((sum, { score }) => sum + score, 0) + answer + session,
  )

const unknown = expect.toSatisfy((error) => isLamellaError(error, 'INDEX_HIT_UNKNOWN')) as Error

describe('explain', () => {
  it('returns parts that add up to the score, and sources that add up to each frequency', () => {
    const recency = { halfLifeDays: 100, now: new Date('2025-01-01T00:00:00Z') }
    const boost = ({ id }: { readonly id: string }): number => 0.5 + Number(id)
    const request = fc.constantFrom({}, { recency }, { boost }, { recency, boost, diversity: 0.5, limit: 3 })
    let explained = 0
    fc.assert(
      fc.property(documents(12), query, options, request, (all, query, { title, ...rest }, request) => {
        const index = createIndex({ ...rest, language: 'none', fields: { title } })
        index.add(all.map(toDocument))
        for (const hit of index.search(query.join(' '), request)) {
          const explanation = index.explain(hit)
          explained++
          expect([explanation.id, explanation.score]).toEqual([hit.id, hit.score])
          expect(Math.abs(total(explanation) - hit.score)).toBeLessThan(1e-9)
          for (const { from, frequency } of explanation.terms) {
            const sum = from.reduce((sum, part) => sum + part.frequency, 0)
            expect(Math.abs(sum - frequency)).toBeLessThan(1e-9)
            expect(from.length).toBeGreaterThan(0)
          }
        }
      }),
      { numRuns: 500 },
    )
    expect(explained).toBeGreaterThan(500)
  })

  it('names the source of each term, and the factors of the score', () => {
    const index = createIndex({ fields: { title: 2 }, conversation: { session: 0.25 } })
    index.add([
      { id: 'q', session: 'a', text: 'Where is the launch?' },
      {
        id: 'a',
        session: 'a',
        text: 'In Oslo.',
        speaker: 'Kim',
        date: '2026-05-08',
        importance: 10,
        fields: { title: 'Oslo' },
      },
      { id: 'z', session: 'b', text: 'Nothing of the kind.' },
    ])
    const hit = index.search('launch in Oslo with Kim in 2026').find(({ id }) => id === 'a') as IndexHit
    const { terms, session, boosts } = index.explain(hit)
    const places = Object.fromEntries(terms.map(({ term, from }) => [term, from.map(({ source }) => source)]))
    expect(places).toEqual({
      launch: ['neighbours', 'question'],
      oslo: ['text', 'field title'],
      kim: ['speaker'],
      2026: ['date'],
    })
    expect(terms.find(({ term }) => term === 'oslo')?.frequency).toBe(3)
    expect(boosts).toEqual([{ by: 'importance', factor: 1.2 }])
    expect(session).toBeGreaterThan(0)
  })

  it('names the text as the source for a plain text', () => {
    const index = createIndex()
    index.add({ id: 'a', text: 'green tea, green leaves' })
    const [hit] = index.search('green green')
    expect(index.explain(hit as IndexHit).terms).toMatchObject([
      { term: 'green', weight: 2, frequency: 2, from: [{ source: 'text', frequency: 2 }] },
    ])
  })

  it('rejects values that are not a current hit of the index', () => {
    const index = createIndex()
    index.add({ id: 'a', text: 'green tea' })
    const [hit] = index.search('tea') as readonly [IndexHit]
    expect(index.explain(hit).score).toBe(hit.score)
    for (const other of [{ ...hit }, undefined, null, 'a', {}]) {
      expect(() => index.explain(other as IndexHit)).toThrow(unknown)
    }
    const another = createIndex()
    another.add({ id: 'a', text: 'green tea' })
    expect(() => another.explain(hit)).toThrow(unknown)
    index.add({ id: 'b', text: 'black tea' })
    expect(() => index.explain(hit)).toThrow(unknown)
  })
})
