import { didYouMean, suggest } from '@lamella/core/plugin'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('suggest', () => {
  it('returns the nearest known word, the first of several equally near', () => {
    expect(suggest('texxt', ['test', 'text', 'next'])).toBe('text')
    expect(suggest('ax', ['ay', 'az'])).toBe('ay')
    expect(suggest('READONLY', ['readOnly', 'required'])).toBe('readOnly')
  })

  it('returns nothing if more than a third of the letters differ, or without known words', () => {
    expect(suggest('abcdef', ['abcxyz'])).toBeUndefined()
    expect(suggest('abcdef', ['abcdxy'])).toBe('abcdxy')
    expect(suggest('', ['a'])).toBe('a')
    expect(suggest('name', [])).toBeUndefined()
  })

  it('returns the known word that begins a word of several, if none is near', () => {
    const known = ['cache', 'compaction']
    expect(suggest('compactionThreshold', known)).toBe('compaction')
    expect(suggest('cache_file_ttl', known)).toBe('cache')
    expect(suggest('cachedEntries', known)).toBeUndefined()
    // A near one comes first.
    expect(suggest('cacheSize', ['cache', 'cachesize'])).toBe('cachesize')
  })

  it('matches an exhaustive comparison', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'B', 'İ', '_'), maxLength: 12 })
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 6 }), (given, known) => {
        const distances = known.map((one) => distance(given.toLowerCase(), one.toLowerCase()))
        const least = Math.min(...distances)
        const isNear = least <= Math.floor(Math.max(3, given.length) / 3)
        const first = known.find((one) => {
          const next = given[one.length]
          const endsWord = next !== undefined && (next === '_' || next !== next.toLowerCase())
          return one !== '' && given.startsWith(one) && endsWord
        })
        expect(suggest(given, known)).toBe(isNear ? known[distances.indexOf(least)] : first)
      }),
      { numRuns: 3000 },
    )
  })

  it('reads only the length of a huge word, and of huge known ones', () => {
    const huge = 'x'.repeat(1_000_000)
    // Comparing these letter by letter would take a hundred thousand times as long.
    expect(suggest(huge, [`${huge}y`, 'x'])).toBeUndefined()
    expect(suggest('x'.repeat(100), [huge, 'x'.repeat(101)])).toBe('x'.repeat(101))
    expect(suggest('x'.repeat(101), ['x'.repeat(101)])).toBeUndefined()
    expect(didYouMean(huge, ['x'])).toBe('')
  })
})

/** The recursive definition: drops or changes the first letters. */
function distance(a: string, b: string): number {
  const known = new Map<number, number>()
  const from = (i: number, j: number): number => {
    if (i === a.length || j === b.length) return a.length - i + b.length - j
    const key = i * 1000 + j
    const before = known.get(key)
    if (before !== undefined) return before
    const result = Math.min(from(i + 1, j) + 1, from(i, j + 1) + 1, from(i + 1, j + 1) + (a[i] === b[j] ? 0 : 1))
    known.set(key, result)
    return result
  }
  return from(0, 0)
}
