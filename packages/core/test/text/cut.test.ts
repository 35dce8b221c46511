import { cutText } from '@lamella/core/plugin'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const hostile = fc.string({
  unit: fc.oneof(fc.constantFrom('e\u0301', '👨‍👩‍👧', '🇩🇪', '한', '\r\n', '\ud800'), fc.string()),
})

describe('cutText', () => {
  it('returns a text that fits unchanged', () => {
    expect(cutText('abc', 3)).toBe('abc')
    expect(cutText('', 0)).toBe('')
  })

  it('states how many characters were cut, and keeps beginning and end as requested', () => {
    const text = 'abcdefghij'.repeat(10)
    expect(cutText(text, 40)).toBe('abcdefghijabcdefgh… [82 characters cut]')
    expect(cutText(text, 40, { head: 0.5 })).toBe('abcdefghi… [82 characters cut]bcdefghij')
  })

  it('never exceeds the limit, marker included, and states the correct number', () => {
    fc.assert(
      fc.property(
        hostile,
        fc.integer({ min: 0, max: 80 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (text, max, head) => {
          const cut = cutText(text, max, { head })
          expect(cut.length).toBeLessThanOrEqual(Math.max(max, 0))
          const [, number] = /… \[(\d+) characters cut\]/.exec(cut) ?? []
          if (text.length <= max || number === undefined) return
          const marker = `… [${number} characters cut]`
          expect(text.length - (cut.length - marker.length)).toBe(Number(number))
        },
      ),
      { numRuns: 3_000 },
    )
  })

  it('cuts between plain characters where a segmenter would', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
    const unit = fc.oneof(
      fc.string({ maxLength: 3 }),
      fc.constantFrom('e\u0301', '1\ufe0f\u20e3', '\r\n', '\u0600', '👍🏽'),
    )
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), fc.nat({ max: 60 }), (text, max) => {
        const starts = [...segmenter.segment(text)].map(({ index }) => index)
        const wanted = starts.findLast((start) => start <= max) ?? 0
        if (text.length > max) expect(cutText(text, max, { marker: () => '' })).toBe(text.slice(0, wanted))
      }),
      { numRuns: 2_000 },
    )
  })

  it('never cuts inside a character as a reader sees it', () => {
    const family = '👨‍👩‍👧'
    for (let max = 0; max < 60; max++) {
      const cut = cutText(family.repeat(20), max, { marker: () => '…' })
      expect(cut.replaceAll(family, '')).toMatch(/^…?$/)
    }
  })

  it('shows at least a part of the marker if nothing else fits', () => {
    expect(cutText('abcdefghij', 3)).toBe('… [')
    expect(cutText('abcdefghij', 0)).toBe('')
  })
})
