import type { SearchFilter } from '@lamella/store'
import { type Findable, nearestCount, rankTexts, runSteps } from '@lamella/store/search'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkSearch } from '../../src/check/check-search.ts'
import { best } from '../../src/search/best.ts'
import { fuse, similarityScore } from '../../src/search/fuse.ts'
import { scoresIn } from '../../src/search/scores.ts'

const score = fc.integer({ min: 1, max: 20 }).map((n) => n / 4)
const weight = fc.constantFrom(0, 0.25, 0.5, 1)
const scored = fc.array(fc.tuple(score, weight), { maxLength: 600 })

describe('best', () => {
  it('equals sorting all readable items by score times weight', () => {
    fc.assert(
      fc.property(scored, fc.integer({ min: 1, max: 50 }), (items, count) => {
        const scores = scoresIn(new Map(items.map(([own], id) => [id, own])))
        let read = 0
        const load = (ids: readonly number[]): ReadonlyMap<number, number> => {
          read += ids.length
          return new Map(ids.filter((id) => id % 7 !== 3).map((id) => [id, items[id]?.[1] ?? 0]))
        }
        const found = runSteps(
          best<number>(scores, count, (own) => own),
          load,
        )
        const oracle = items
          .map(([own, by], id) => ({ id, item: by, score: own * by }))
          .filter(({ id, item }) => id % 7 !== 3 && item > 0)
          .sort((a, b) => b.score - a.score || a.id - b.id)
        // If scores are equal at the end of the read items, any of them may be there.
        expect(found.map((hit) => hit.score)).toEqual(oracle.slice(0, count).map((hit) => hit.score))
        for (const hit of found) expect(oracle).toContainEqual(hit)
        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
        expect(read).toBeLessThanOrEqual(items.length)
      }),
      { numRuns: 500, seed: 1 },
    )
  })

  it('reads only a part of them if weights do not matter', () => {
    const scores = scoresIn(new Map(Array.from({ length: 10_000 }, (_, id) => [id, 10_000 - id])))
    let read = 0
    const load = (part: readonly number[]): ReadonlyMap<number, number> => {
      read += part.length
      return new Map(part.map((id) => [id, id]))
    }
    runSteps(
      best<number>(scores, 10, () => 1),
      load,
    )
    expect(read).toBeLessThan(500)
  })
})

const ids = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 30 })
const ranked = (list: readonly number[]) => list.map((id, place) => ({ id, item: id, score: 1 - place / 50 }))

describe('fuse', () => {
  it('keeps the keyword order if vectors add nothing, and finds nothing by them', () => {
    fc.assert(
      fc.property(ids, ids, (words, vectors) => {
        const fused = fuse({ keyword: ranked(words), vector: ranked(vectors), added: () => 0 })
        expect(fused.map(({ id, by }) => [id, by])).toEqual(words.map((id) => [id, ['keyword']]))
      }),
      { numRuns: 500, seed: 1 },
    )
  })

  it('contains each item of both lists once, by the sum of what words and vectors give it', () => {
    fc.assert(
      fc.property(ids, ids, fc.constantFrom(0.1, 0.25, 1, 2), (words, vectors, own) => {
        const added = (id: number): number => own / (1 + id)
        const fused = fuse({ keyword: ranked(words), vector: ranked(vectors), added })
        expect(new Set(fused.map(({ id }) => id))).toEqual(new Set([...words, ...vectors]))
        expect(fused).toHaveLength(new Set([...words, ...vectors]).size)
        for (const { id, score: sum, by } of fused) {
          const place = words.indexOf(id)
          expect(sum).toBeCloseTo((place < 0 ? 0 : 1 - place / 50) + added(id), 10)
          expect(by).toEqual([...(place < 0 ? [] : ['keyword']), ...(vectors.includes(id) ? ['vector'] : [])])
        }
        const order = fused.map((hit) => hit.score)
        expect(order).toEqual(order.toSorted((a, b) => b - a))
      }),
      { numRuns: 500, seed: 1 },
    )
  })
})

describe('the score of a similarity', () => {
  // Mean 0, standard deviation 0.1.
  const around = Array.from({ length: 100 }, (_, place) => (place % 2 === 0 ? 0.1 : -0.1))
  const similarity = fc.double({ min: -1, max: 1, noNaN: true })

  it('is the weight at four standard deviations above the mean, and grows with the power of 1.5', () => {
    const scoreAt = similarityScore(around, 0.15)
    expect(scoreAt(0.4)).toBeCloseTo(0.15, 5)
    expect(scoreAt(0.1)).toBeCloseTo(0.15 / 8, 5)
    expect(scoreAt(0.8)).toBeCloseTo(0.15 * 2 ** 1.5, 5)
  })

  it('depends on how far a text stands out, not on what a model calls similar', () => {
    const [low, high] = [
      similarityScore(around, 0.15),
      similarityScore(
        around.map((one) => 0.8 + one / 5),
        0.15,
      ),
    ]
    for (const z of [1, 2, 5]) expect(high(0.8 + z / 50)).toBeCloseTo(low(z / 10), 5)
  })

  it('is tiny for texts that do not stand out, and still puts them in order', () => {
    for (const similarities of [around, [0.3], [0.3, 0.3], []]) {
      const scoreAt = similarityScore(similarities, 0.15)
      const scores = [-1, -0.5, 0].map(scoreAt)
      expect(scores).toEqual(scores.toSorted((a, b) => a - b))
      expect(new Set(scores).size).toBe(3)
      for (const one of scores) expect(one > 0 && one < 1e-6).toBe(true)
    }
  })

  it('never falls with similarity, is above 0 unless the weight is 0, and is never NaN', () => {
    fc.assert(
      fc.property(fc.array(similarity), similarity, similarity, fc.constantFrom(0, 0.15, 1), (all, a, b, own) => {
        const scoreAt = similarityScore(all, own)
        const [low, high] = [scoreAt(Math.min(a, b)), scoreAt(Math.max(a, b))]
        expect(low).toBeLessThanOrEqual(high)
        expect(own === 0 ? low === 0 && high === 0 : low > 0 && Number.isFinite(high)).toBe(true)
      }),
      { numRuns: 1000, seed: 1 },
    )
  })
})

describe('ranking by the nearest texts', () => {
  const day = (n: number): string => `2026-01-${String(1 + (n % 28)).padStart(2, '0')}`
  const found = (id: number): Findable<number> => ({
    ...{ date: day(id), text: `text ${id}`, fields: { importance: id }, item: () => id },
  })

  it('equals ranking by all of them, or says that they are not enough', () => {
    let [answered, refused] = [0, 0]
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 450, maxLength: 700 }),
        fc.dictionary(fc.nat({ max: 449 }).map(String), score, { maxKeys: 30 }),
        fc.constantFrom('vector' as const, 'hybrid' as const),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(undefined, { halfLifeDays: 20, now: new Date('2026-02-01') }),
        (likeness, words, mode, share, recency) => {
          const asked = { query: 'text', mode, limit: 7, ...(recency && { recency }) }
          const accepts: SearchFilter = (_, { importance = 0 } = {}) => importance % share === 0
          const request = { ...checkSearch(asked, 'messages', true), accepts }
          const all = new Map(likeness.map((own, id) => [id, own]))
          const matches = {
            words: () => ({ ids: Object.keys(words).map(Number), scores: Object.values(words), most: 5 }),
            ...{ weight: 0.25, termsOf: (text: string) => text.split(' ') },
          }
          const load = (ids: readonly number[]) => new Map(ids.map((id) => [id, found(id)]))
          const exact = runSteps(rankTexts(request, { ...matches, likeness: new Map(all) }), load)

          const near = [...all].sort(([, a], [, b]) => b - a).slice(0, nearestCount(request))
          const known = new Map(near)
          const floor = near.at(-1)?.[1] ?? 1
          const steps = rankTexts(request, { ...matches, likeness: known }, { floor, sample: likeness })
          const hits = runSteps(steps, (ids) => {
            for (const id of ids) known.set(id, all.get(id) as number)
            return load(ids)
          })
          if (hits === undefined) refused++
          else {
            answered++
            expect(hits).toEqual(exact)
          }
        },
      ),
      { numRuns: 200, seed: 1 },
    )
    expect(answered).toBeGreaterThan(20)
    expect(refused).toBeGreaterThan(20)
  })

  it('never answers with fewer than there are', () => {
    const request = checkSearch({ query: 'text', mode: 'vector', limit: 10 }, 'messages', true)
    const matches = { words: () => ({ ids: [], scores: [], most: 1 }), weight: 1, termsOf: () => [] }
    const steps = rankTexts(request, { ...matches, likeness: new Map([[1, 0.9]]) }, { floor: 0.9, sample: [0.9] })
    expect(runSteps(steps, (ids) => new Map(ids.map((id) => [id, found(id)])))).toBe(undefined)
  })
})
