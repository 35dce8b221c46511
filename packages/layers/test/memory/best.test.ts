import type { MemoryEntry } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestEntries } from '../../src/memory/best.ts'

const entry: fc.Arbitrary<MemoryEntry> = fc
  .record({
    date: fc.constantFrom(undefined, '2026-01-01', '2026-01-02', '2025-12-31T10:00:00Z'),
    importance: fc.constantFrom(undefined, 1, 5, 9),
  })
  .map(({ date, importance }) => ({
    id: 'x',
    text: 'x',
    ...(date === undefined ? {} : { date }),
    ...(importance === undefined ? {} : { importance }),
  }))

describe('bestEntries', () => {
  it('orders equal scores by importance, then date, then position', () => {
    const entries: readonly MemoryEntry[] = [
      { id: 'old', text: '', date: '2026-01-01' },
      { id: 'vital', text: '', date: '2020-01-01', importance: 9 },
      { id: 'new', text: '', date: '2026-02-01' },
      { id: 'timeless', text: '' },
      { id: 'timeless, later', text: '' },
      { id: 'trivial', text: '', importance: 1 },
    ]
    const names = (indices: readonly number[]) => indices.map((index) => entries[index]?.id)
    expect(names(bestEntries(entries, undefined, 9))).toEqual([
      'vital',
      'timeless, later',
      'timeless',
      'new',
      'old',
      'trivial',
    ])
    expect(names(bestEntries(entries, [0, 0, 0, 0, 0, 0.1], 2))).toEqual(['trivial', 'vital'])
    expect(bestEntries(entries, undefined, 0)).toEqual([])
  })

  it('returns the beginning of the sorted list', () => {
    const key = ({ importance = 5, date = '9' }: MemoryEntry): readonly [number, string] => [importance, date]
    fc.assert(
      fc.property(
        fc.array(fc.tuple(entry, fc.constantFrom(0, 0.5, 2)), { maxLength: 30 }),
        fc.nat(35),
        fc.boolean(),
        (pairs, most, ranked) => {
          const entries = pairs.map(([one]) => one)
          const scores = ranked ? pairs.map(([, score]) => score) : undefined
          const sorted = entries
            .map((one, index) => [scores?.[index] ?? 0, ...key(one), index] as const)
            .sort((a, b) => b[0] - a[0] || b[1] - a[1] || (a[2] < b[2] ? 1 : a[2] > b[2] ? -1 : 0) || b[3] - a[3])
          expect(bestEntries(entries, scores, most)).toEqual(sorted.slice(0, most).map(([, , , index]) => index))
        },
      ),
    )
  })
})
