import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keptTexts, shorterForms } from '../../src/shared/shorter.ts'

describe('shorterForms', () => {
  it('gives a half, a quarter and 160 characters', () => {
    expect(shorterForms('x'.repeat(2_000)).map((form) => form.length)).toEqual([1_000, 500, 160])
  })

  it('leaves a short text as it is', () => {
    expect(shorterForms('x'.repeat(200))).toEqual([])
  })

  it('gets at least a quarter shorter each time, and says how much was cut', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_000 }), (length) => {
        let before = length
        for (const form of shorterForms('x'.repeat(length))) {
          expect(form.length).toBeLessThanOrEqual(before * 0.75)
          expect(form).toMatch(/… \[\d+ characters cut\]$/)
          before = form.length
        }
      }),
    )
  })
})

describe('keptTexts', () => {
  it('passes over messages', () => {
    const kept = [
      { fragment: { id: 'a', content: 'A' }, rung: 0, content: 'A' },
      { fragment: { id: 'b', content: [] }, rung: 0, content: [] },
    ]
    expect(keptTexts(kept)).toEqual([{ id: 'a', text: 'A' }])
  })
})
