import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '../../src/samples/code-point.ts'

describe('codePoint', () => {
  // The only place that makes the unit 'binary': its table takes a second and a hundred megabytes.
  it("has the values of fast-check's unit 'binary' for each seed", () => {
    const samples = (unit: fc.StringConstraints['unit']): readonly string[] =>
      [1, 2, 3].flatMap((seed) => fc.sample(fc.string({ unit: unit ?? 'grapheme' }), { seed, numRuns: 500 }))
    expect(samples(codePoint)).toEqual(samples('binary'))
  })

  it('knows its own values, so that failures shrink', () => {
    for (const own of ['a', '\u0000', '\ud7ff', '\ue000', '😀', '\u{10ffff}']) {
      expect(codePoint.canShrinkWithoutContext(own)).toBe(true)
    }
    for (const other of ['', 'ab', '\ud800', '\udfff', 7, undefined]) {
      expect(codePoint.canShrinkWithoutContext(other)).toBe(false)
    }
  })
})
