import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPostings } from '../../src/postings/postings.ts'
import type { Bag, Found, Matches, Postings } from '../../src/postings/types.ts'
import { bags, formulas, queries } from './arbitraries.ts'
import { SimpleIndex } from './simple-index.ts'

const formula = { k1: 0.9, b: 0.4, delta: 0 }
const filled = (documents: readonly Bag[]): Postings => {
  const postings = createPostings()
  documents.forEach((bag, document) => {
    postings.put(document, bag)
  })
  return postings
}
const simple = (documents: readonly Bag[]): SimpleIndex => {
  const index = new SimpleIndex()
  documents.forEach((bag, document) => {
    index.documents.set(document, bag)
  })
  return index
}
const asList = ({ documents, scores, length }: Matches): readonly Found[] =>
  Array.from({ length }, (_, i) => ({ document: documents[i] as number, score: scores[i] as number }))
const ranked = (matches: Matches): readonly Found[] =>
  asList(matches).toSorted((x, y) => y.score - x.score || x.document - y.document)
/** One term per word; `2a` means a twice. */
const bag = (text: string): Bag => {
  const words = text.split(' ').filter((word) => word !== '')
  const frequencies = words.map((word) => Number(word.slice(0, -1)) || 1)
  return {
    terms: words.map((word) => word.charCodeAt(word.length - 1) - 97),
    frequencies,
    length: frequencies.reduce((sum, f) => sum + f, 0),
  }
}
const ask = (text: string): { terms: number[]; weights: number[] } => {
  const { terms, frequencies } = bag(text)
  return { terms: Array.from(terms), weights: Array.from(frequencies) }
}

describe('scores', () => {
  it('match the textbook to 1e-9, with fractions, repeated terms and every kind of formula', () => {
    fc.assert(
      fc.property(fc.array(bags, { maxLength: 20 }), queries, formulas, (documents, query, formula) => {
        const oracle = simple(documents)
        const found = asList(filled(documents).all(query, formula))
        const expected = oracle.ranked(query, formula).toSorted((x, y) => x.document - y.document)
        expect(found.map(({ document }) => document)).toEqual(expected.map(({ document }) => document))
        for (const [i, { score }] of found.entries()) {
          const { score: wanted } = expected[i] as Found
          expect(Math.abs(score - wanted)).toBeLessThanOrEqual(1e-9 * wanted)
        }
      }),
      { numRuns: 3 * Number(process.env['LAMELLA_RUNS'] ?? 300) },
    )
  })

  it('are the sums of the explained term scores, in query order', () => {
    fc.assert(
      fc.property(fc.array(bags, { minLength: 1, maxLength: 10 }), queries, formulas, (documents, query, formula) => {
        const postings = filled(documents)
        const scores = new Map(asList(postings.all(query, formula)).map(({ document, score }) => [document, score]))
        for (const [document, { terms, frequencies }] of documents.entries()) {
          const explained = postings.explain(document, query, formula)
          expect(explained.reduce((sum, { score }) => sum + score, 0)).toBe(scores.get(document) ?? 0)
          expect(explained.map(({ position }) => position)).toEqual(
            explained.map(({ position }) => position).toSorted((x, y) => x - y),
          )
          for (const { position, term, frequency } of explained) {
            expect(query.terms[position]).toBe(term)
            expect(frequency).toBe(frequencies[Array.from(terms).indexOf(term)])
          }
        }
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 300) },
    )
  })

  it('of a missing document have an empty explanation', () => {
    const postings = filled([bag('a')])
    postings.put(3, bag('a'))
    expect(postings.explain(1, ask('a'), formula)).toEqual([])
    expect(postings.explain(7, ask('a'), formula)).toEqual([])
  })
})

describe('the best documents', () => {
  it('equal the results of a full search, bit for bit and in order, for any limit', () => {
    const limit = fc.constantFrom(1, 2, 3, 5, 10, 1_000, 1_001, Number.POSITIVE_INFINITY)
    fc.assert(
      fc.property(fc.array(bags, { maxLength: 60 }), queries, formulas, limit, (documents, query, formula, limit) => {
        const postings = filled(documents)
        const expected = ranked(postings.all(query, formula)).slice(0, limit)
        expect(postings.top(query, limit, formula)).toEqual(expected)
      }),
      { numRuns: 3 * Number(process.env['LAMELLA_RUNS'] ?? 300) },
    )
  })

  it('are found among thousands, with rare and common terms, filters, ties and changing averages', () => {
    const random = randomFrom(11)
    const postings = createPostings()
    let pruned = 0
    for (let document = 0; document < 6_000; document++) {
      const words = new Map<number, number>()
      // Term t occurs about 1/t as often as the first.
      for (let i = Math.floor(2 + random() * 12); i > 0; i--) {
        const term = Math.floor(Math.exp(random() * 7)) - 1
        words.set(term, (words.get(term) ?? 0) + (random() < 0.1 ? 0.5 : 1))
      }
      const frequencies = [...words.values()]
      postings.put(document, {
        terms: [...words.keys()],
        frequencies,
        length: frequencies.reduce((sum, f) => sum + f, 0),
      })
      if (document % 5 !== 4 || document < 200) continue
      const terms = Array.from({ length: 1 + Math.floor(random() * 7) }, () => Math.floor(Math.exp(random() * 7)) - 1)
      const query = { terms, weights: terms.map(() => (random() < 0.3 ? 0.4 : 1)) }
      const limit = 1 + Math.floor(random() * 20)
      const modulus = random() < 0.5 ? 1 : 1 + Math.floor(random() * 300)
      const accept = (document: number): boolean => document % modulus === 0
      let asked = 0
      const counted = (document: number): boolean => {
        asked++
        return accept(document)
      }
      const all = postings.all(query, formula)
      const expected = ranked(all)
        .filter(({ document }) => accept(document))
        .slice(0, limit)
      expect(postings.top(query, limit, formula, modulus === 1 ? undefined : counted)).toEqual(expected)
      if (modulus > 1 && asked < all.length) pruned++
    }
    expect(pruned).toBeGreaterThan(100)
  })

  it('are ordered by number if their scores are equal', () => {
    const postings = createPostings()
    for (const document of [5, 3, 9, 1, 7]) postings.put(document, bag('a b'))
    expect(postings.top(ask('a b'), 3, formula).map(({ document }) => document)).toEqual([1, 3, 5])
    expect(postings.top(ask('a'), 3, formula).map(({ document }) => document)).toEqual([1, 3, 5])
  })

  it('are found when thousands tie', () => {
    const postings = filled(Array.from({ length: 5_000 }, () => bag('a b')))
    expect(postings.top(ask('a b'), 3, formula).map(({ document }) => document)).toEqual([0, 1, 2])
    const odd = postings.top(ask('a b'), 2, formula, (document) => document % 1_000 === 999)
    expect(odd.map(({ document }) => document)).toEqual([999, 1_999])
  })

  it.each([0, -1, 0.5, Number.NaN])('are empty for a limit of %d', (limit) => {
    expect(filled([bag('a')]).top(ask('a'), limit, formula)).toEqual([])
  })

  it('are empty for a query without terms, with unknown terms, or with zero weights', () => {
    const postings = filled([bag('a'), bag('')])
    expect(postings.top(ask(''), 10, formula)).toEqual([])
    expect(postings.top(ask('z'), 10, formula)).toEqual([])
    expect(postings.top({ terms: [0], weights: [0] }, 10, formula)).toEqual([])
    expect(postings.top({ terms: [0], weights: [1e-200] }, 10, formula)).toEqual([])
    expect(postings.top({ terms: [2 ** 31 - 1], weights: [1] }, 10, formula)).toEqual([])
    expect(createPostings().top(ask('a'), 10, formula)).toEqual([])
  })

  it('can be found for 10,000 terms', () => {
    const documents = Array.from({ length: 2_000 }, (_, i) => ({
      terms: [i, i + 1, 9_000],
      frequencies: [1, 2, 1],
      length: 4,
    }))
    const terms = Array.from({ length: 10_000 }, (_, i) => i)
    const query = { terms: [...terms, ...terms], weights: Array.from({ length: 20_000 }, () => 0.5) }
    const postings = filled(documents)
    expect(postings.top(query, 7, formula)).toEqual(ranked(postings.all(query, formula)).slice(0, 7))
  })

  it('can be filtered by a function that itself searches or throws', () => {
    const postings = filled([bag('a b'), bag('a'), bag('b'), bag('a 3b')])
    const nested = postings.top(ask('a b'), 2, formula, (document) =>
      postings.top(ask('b'), 10, { ...formula, k1: 2 }).some((found) => found.document === document),
    )
    expect(nested).toEqual(
      ranked(postings.all(ask('a b'), formula))
        .filter(({ document }) => document !== 1)
        .slice(0, 2),
    )
    const before = postings.top(ask('a b'), 2, formula)
    const refuse = (): boolean => {
      throw new Error('no')
    }
    expect(() => postings.top(ask('a b'), 2, formula, refuse)).toThrow('no')
    expect(postings.top(ask('a b'), 2, formula)).toEqual(before)
  })
})

describe('changes', () => {
  /** Additions, replacements and removals of 15 documents. */
  const changes = fc.array(fc.tuple(fc.nat({ max: 14 }), fc.option(bags, { freq: 3 })), { maxLength: 60 })

  it('in any order leave the same state as a fresh build, bit for bit', () => {
    fc.assert(
      fc.property(changes, queries, formulas, (list, query, formula) => {
        const postings = createPostings()
        const oracle = new SimpleIndex()
        for (const [document, bag] of list) {
          if (bag === null) expect(postings.remove(document)).toBe(oracle.documents.delete(document))
          else {
            postings.put(document, bag)
            oracle.documents.set(document, bag)
          }
        }
        const fresh = createPostings()
        for (const document of [...oracle.documents.keys()].toSorted((x, y) => x - y)) {
          fresh.put(document, oracle.documents.get(document) as Bag)
        }
        expect(postings.count).toBe(oracle.documents.size)
        expect(postings.averageLength).toBe(fresh.averageLength)
        for (let term = 0; term < 14; term++) expect(postings.having(term)).toBe(oracle.having(term))
        expect(asList(postings.all(query, formula))).toEqual(asList(fresh.all(query, formula)))
        expect(postings.top(query, 4, formula)).toEqual(fresh.top(query, 4, formula))
        for (let document = 0; document < 15; document++) {
          expect(postings.has(document)).toBe(oracle.documents.has(document))
          expect(postings.bag(document)).toEqual(fresh.bag(document))
        }
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 300) },
    )
  })

  it('by the thousand, with long lists and many values, leave the same state as a fresh build', () => {
    const random = randomFrom(5)
    const postings = createPostings()
    const kept = new Map<number, Bag>()
    const size = 3_000
    // From the last to the first, so that every entry comes late; then in random places.
    const order = Array.from({ length: 4 * size }, (_, i) => (i < size ? size - 1 - i : Math.floor(random() * size)))
    for (const [i, document] of order.entries()) {
      if (i >= size && random() < 0.4) {
        expect(postings.remove(document)).toBe(kept.delete(document))
        continue
      }
      const terms = [0, 1, 2, 3, 10 + Math.floor(random() * 500)].filter((term) => term > 9 || random() < 0.7)
      // More than 256 different frequencies and lengths, so that codes need two bytes.
      const frequencies = terms.map(() => 1 + Math.floor(random() * 700) / 8)
      const bag = { terms, frequencies, length: Math.floor(random() * 1_000) / 3 }
      postings.put(document, bag)
      kept.set(document, bag)
    }
    const fresh = createPostings()
    for (const document of [...kept.keys()].toSorted((x, y) => x - y)) fresh.put(document, kept.get(document) as Bag)
    expect(postings.averageLength).toBe(fresh.averageLength)
    for (let term = 0; term < 60; term++) {
      const query = { terms: [term, term % 4, 3], weights: [1, 0.5, 1] }
      expect(asList(postings.all(query, formula))).toEqual(asList(fresh.all(query, formula)))
      expect(postings.top(query, 10, formula)).toEqual(fresh.top(query, 10, formula))
    }
    for (const document of kept.keys()) postings.remove(document)
    expect([postings.count, postings.averageLength, postings.having(0)]).toEqual([0, 0, 0])
    expect(postings.all(ask('a b c'), formula)).toHaveLength(0)
  })

  it('do not modify the input', () => {
    const given = { terms: [2, 1, 0], frequencies: [1, 2, 3], length: 6 }
    const postings = filled([Object.freeze(given)])
    given.terms[0] = 7
    given.frequencies[0] = 9
    expect(postings.bag(0)).toEqual({
      terms: Int32Array.of(0, 1, 2),
      frequencies: Float64Array.of(3, 2, 1),
      length: 6,
    })
  })

  it('to missing documents have no effect', () => {
    const postings = filled([bag('a')])
    expect([postings.remove(1), postings.remove(100), postings.remove(0), postings.remove(0)]).toEqual([
      false,
      false,
      true,
      false,
    ])
    expect(postings.bag(0)).toBeUndefined()
  })
})

/** Mulberry32. */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
