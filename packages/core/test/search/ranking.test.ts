import {
  awaitSteps,
  best,
  type Findable,
  fuse,
  nearestCount,
  rankNearest,
  rankTexts,
  runSteps,
  vectorWeight,
} from '@lamella/core/search'
import { checkSearch } from '@lamella/core/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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

  it('gives the same when its items are waited for', async () => {
    await fc.assert(
      fc.asyncProperty(scored, fc.integer({ min: 1, max: 50 }), async (items, count) => {
        const scores = scoresIn(new Map(items.map(([own], id) => [id, own])))
        const load = (ids: readonly number[]): ReadonlyMap<number, number> =>
          new Map(ids.map((id) => [id, items[id]?.[1] ?? 0]))
        const steps = () => best<number>(scores, count, (own) => own)
        expect(await awaitSteps(steps(), async (ids) => load(ids))).toEqual(runSteps(steps(), load))
      }),
      { numRuns: 200, seed: 1 },
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
const ranked = (list: readonly number[]) => list.map((id, place) => ({ id, item: id, score: 100 - place }))

describe('fuse', () => {
  it('keeps the keyword order if vectors have no weight, and adds nothing', () => {
    fc.assert(
      fc.property(ids, ids, (words, vectors) => {
        const fused = fuse({ keyword: ranked(words), vector: ranked(vectors), weight: 0 })
        expect(fused.map(({ id, by }) => [id, by])).toEqual(words.map((id) => [id, ['keyword']]))
      }),
      { numRuns: 500, seed: 1 },
    )
  })

  it('contains each item of both lists once, the best of both first, and never demotes an item for being in both', () => {
    fc.assert(
      fc.property(ids, ids, fc.constantFrom(0.1, 0.25, 1, 2), (words, vectors, own) => {
        const fused = fuse({ keyword: ranked(words), vector: ranked(vectors), weight: own })
        const place = (id: number): number => fused.findIndex((hit) => hit.id === id)
        expect(new Set(fused.map(({ id }) => id))).toEqual(new Set([...words, ...vectors]))
        expect(fused).toHaveLength(new Set([...words, ...vectors]).size)
        for (const hit of fused) expect(hit.score).toBeGreaterThan(0)
        for (const [better, id] of words.entries()) {
          for (const other of words.slice(better + 1)) {
            const [a, b] = [vectors.indexOf(id), vectors.indexOf(other)]
            if (a >= 0 && (b < 0 || a < b)) expect(place(id)).toBeLessThan(place(other))
          }
        }
      }),
      { numRuns: 500, seed: 1 },
    )
  })
})

describe('the weight of vectors', () => {
  const keyword = scoresIn(new Map(Array.from({ length: 5 }, (_, id) => [id, 10 - id])))
  const likeness = (of: (id: number) => number) => new Map(Array.from({ length: 100 }, (_, id) => [id, of(id)]))

  it('is 0 if the best keyword hits rank no higher than chance, and full if they rank first', () => {
    expect(
      vectorWeight(
        keyword,
        1,
        likeness((id) => id),
        0.25,
      ),
    ).toBe(0)
    expect(
      vectorWeight(
        keyword,
        1,
        likeness(() => 0.3),
        0.25,
      ),
    ).toBe(0)
    expect(
      vectorWeight(
        keyword,
        1,
        likeness((id) => -id),
        0.25,
      ),
    ).toBeCloseTo(0.25)
  })

  it('grows as words cover less of the query, up to four times, and is 1 if they cover nothing', () => {
    const first = likeness((id) => -id)
    const weights = [1, 0.5, 0.25, 0].map((coverage) => vectorWeight(keyword, coverage, first, 0.2))
    expect(weights.map((one) => Math.round(one * 100) / 100)).toEqual([0.2, 0.4, 0.8, 0.8])
    expect(vectorWeight(scoresIn(new Map()), Number.NaN, first, 0.2)).toBe(1)
    expect(vectorWeight(scoresIn(new Map()), Number.NaN, first, 0)).toBe(0)
  })

  it('is never negative, NaN, or more than four times as high', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(score, fc.double({ min: -1, max: 1, noNaN: true })), { minLength: 1, maxLength: 40 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (items, coverage, own) => {
          const found = vectorWeight(
            scoresIn(new Map(items.map(([one], id) => [id, one]))),
            coverage,
            new Map(items.map(([, one], id) => [id, one])),
            own,
          )
          expect(found).toBeGreaterThanOrEqual(0)
          expect(found).toBeLessThanOrEqual(4 * own + 1e-9)
        },
      ),
      { numRuns: 1000, seed: 1 },
    )
  })
})

describe('ranking by the nearest texts', () => {
  const day = (n: number): string => `2026-01-${String(1 + (n % 28)).padStart(2, '0')}`
  const found = (id: number): Findable<number> => ({ date: day(id), text: `text ${id}`, item: () => id })

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
          const request = checkSearch({ query: 'text', mode, limit: 7, ...(recency && { recency }) }, [
            'vector',
            'hybrid',
          ])
          const all = new Map(likeness.map((own, id) => [id, own]))
          const scores = () => scoresIn(new Map(Object.entries(words).map(([id, own]) => [Number(id), own])))
          const matches = {
            words: () => ({ scores: scores(), most: 5 }),
            isItemMeant: ({ item }: Findable<unknown>) => Number(item()) % share === 0,
            ...{ weight: 0.25, termsOf: (text: string) => text.split(' ') },
          }
          const load = (ids: readonly number[]) => new Map(ids.map((id) => [id, found(id)]))
          const exact = runSteps(rankTexts(request, { ...matches, likeness: new Map(all) }), load)

          const near = [...all].sort(([, a], [, b]) => b - a).slice(0, nearestCount(request))
          const known = new Map(near)
          const floor = near.at(-1)?.[1] ?? 1
          const steps = rankNearest(request, { ...matches, likeness: known }, { floor, sample: likeness })
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
    const request = checkSearch({ query: 'text', mode: 'vector', limit: 10 }, ['vector'])
    const matches = { words: () => ({ scores: scoresIn(new Map()), most: 1 }), weight: 1, termsOf: () => [] }
    const steps = rankNearest(
      request,
      { ...matches, likeness: new Map([[1, 0.9]]), isItemMeant: () => true },
      { floor: 0.9, sample: [0.9] },
    )
    expect(runSteps(steps, (ids) => new Map(ids.map((id) => [id, found(id)])))).toBe(undefined)
  })
})
