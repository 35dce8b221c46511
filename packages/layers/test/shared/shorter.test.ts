import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keptTexts, shorterForms, shorterLengths } from '../../src/shared/shorter.ts'

describe('shorterForms', () => {
  it('shortens by 100 characters, or a tenth if that is more, down to 160', () => {
    const lengths = (length: number): readonly number[] => shorterLengths(length, 160)
    expect(lengths(800)).toEqual([700, 600, 500, 400, 300, 200])
    expect(lengths(400)).toEqual([300, 200])
    expect(lengths(10_000).slice(0, 4)).toEqual([9_000, 8_100, 7_290, 6_561])
  })

  it('leaves a short text unchanged', () => {
    expect(shorterForms('x'.repeat(200))).toEqual([])
  })

  it('shortens further each time, never by more than a step, and says how much was cut', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50_000 }), (length) => {
        let before = length
        for (const form of shorterForms('x'.repeat(length))) {
          expect(form.length).toBeLessThan(before)
          // A marker whose number loses a digit leaves a character or two unused.
          expect(before - form.length).toBeLessThanOrEqual(Math.max(100, before / 10) + 3)
          expect(form).toMatch(/… \[\d+ characters cut\]$/)
          before = form.length
        }
      }),
    )
  })
})

describe('keptTexts', () => {
  it('skips messages', () => {
    const kept = [
      { fragment: { id: 'a', content: 'A' }, rung: 0, content: 'A' },
      { fragment: { id: 'b', content: [] }, rung: 0, content: [] },
    ]
    expect(keptTexts(kept)).toEqual([{ id: 'a', text: 'A' }])
  })
})
