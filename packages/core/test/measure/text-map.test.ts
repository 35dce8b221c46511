import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTextMap } from '../../src/measure/count-memory.ts'

/** Texts that are often equal, often alike in most of their characters, and of both kinds of length. */
const text = fc
  .tuple(fc.constantFrom('', 'a', '\ud800', '✓', '__proto__'), fc.constantFrom(0, 1, 40, 127, 128, 129, 300, 5_000))
  .chain(([filler, length]) =>
    fc.tuple(fc.constant(filler.repeat(length)), fc.nat({ max: length }), fc.string({ maxLength: 2 })),
  )
  .map(([filled, at, change]) => filled.slice(0, at) + change + filled.slice(at))

describe('createTextMap', () => {
  it('returns the same as a Map', () => {
    const steps = fc.array(fc.tuple(text, fc.option(fc.nat(), { nil: undefined })), { maxLength: 60 })
    fc.assert(
      fc.property(steps, (list) => {
        const map = new Map<string, number>()
        const own = createTextMap()
        for (const [one, value] of list) {
          if (value !== undefined && !map.has(one)) {
            map.set(one, value)
            own.add(one, value)
          }
          expect(own.get(one)).toBe(map.get(one))
        }
        expect(Array.from(map.keys(), own.get)).toEqual([...map.values()])
      }),
      { numRuns: 1000 },
    )
  })

  it('distinguishes texts that differ only in the middle', () => {
    const own = createTextMap()
    const texts = Array.from(
      { length: 2_000 },
      (_, index) => `${'x'.repeat(70)}${`${index}`.padStart(6, '0')}${'x'.repeat(1_000)}`,
    )
    for (const [index, one] of texts.entries()) own.add(one, index)
    expect(texts.map((one) => own.get(one))).toEqual(texts.map((_, index) => index))
  })
})
