import { createBoundedMap } from '@lamella/core/plugin'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('createBoundedMap', () => {
  it('evicts the entry that was set longest ago', () => {
    const map = createBoundedMap<string, number>(2)
    map.set('a', 1)
    map.set('b', 2)
    map.set('a', 3)
    map.set('c', 4)
    expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([3, undefined, 4])
    expect([map.delete('a'), map.delete('a')]).toEqual([true, false])
  })

  it('treats undefined and NaN as keys like any other', () => {
    const map = createBoundedMap<unknown, string>(1)
    map.set(undefined, 'none')
    map.set(Number.NaN, 'number')
    expect([map.get(undefined), map.get(Number.NaN)]).toEqual([undefined, 'number'])
  })

  it('holds the same as a list of the last entries, whatever is set and deleted', () => {
    const step = fc.record({ key: fc.nat(5), value: fc.option(fc.nat(), { nil: undefined }) })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 30 }), (max, steps) => {
        const map = createBoundedMap<number, number>(max)
        let list: readonly (readonly [key: number, value: number])[] = []
        for (const { key, value } of steps) {
          const others = list.filter(([other]) => other !== key)
          list = value === undefined ? others : [...others, [key, value] as const].slice(-max)
          if (value === undefined) map.delete(key)
          else map.set(key, value)
        }
        const seen = [0, 1, 2, 3, 4, 5].map((key) => map.get(key))
        expect(seen).toEqual([0, 1, 2, 3, 4, 5].map((key) => list.find(([other]) => other === key)?.[1]))
      }),
    )
  })
})
