import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeRuns } from '../../src/stores/merge-runs.ts'

/** The runs of a list: where a number is smaller than the one before it. */
const startsOf = (list: readonly number[]): readonly number[] =>
  list.flatMap((one, index) => (index === 0 || one < (list[index - 1] as number) ? [index] : []))

describe('merged runs', () => {
  it('give each item its place among all', () => {
    // 20 and 30 are the first run, then 10 and 25.
    const list = [20, 30, 10, 25]
    const places = mergeRuns(4, [0, 2], (a, b) => (list[a] as number) - (list[b] as number))
    expect([...places]).toEqual([1, 3, 0, 2])
  })

  it('are in the order of a stable sort, however many there are', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (list) => {
        const places = mergeRuns(list.length, startsOf(list), (a, b) => (list[a] as number) - (list[b] as number))
        const sorted = list.map((value, item) => ({ value, item })).sort((a, b) => a.value - b.value)
        expect([...places]).toEqual(list.map((_, item) => sorted.findIndex((one) => one.item === item)))
      }),
    )
  })
})
