import { describe, expect, it } from 'vitest'
import { shorten, widthOf } from '../../src/text/width.ts'

const texts = [
  '',
  'a',
  'Hello there',
  '喝茶',
  'é e\u0301',
  '👩‍👩‍👧 family',
  '🇨🇭',
  'a'.repeat(50),
  'ｗｉｄｅ',
  '한국어 mixed',
]

describe('widthOf', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['e\u0301', 1],
    ['喝茶', 4],
    ['🌱', 2],
    ['👩‍👩‍👧', 2],
    ['ｗ', 2],
  ])('of %j is %i', (text, width) => {
    expect(widthOf(text)).toBe(width)
  })
})

describe('shorten', () => {
  it('returns fitting text unchanged, and otherwise its beginning and a mark, never too wide and never splitting a character', () => {
    for (const text of texts) {
      for (let columns = 1; columns <= 60; columns++) {
        const short = shorten(text, columns)
        if (widthOf(text) <= columns) expect(short).toBe(text)
        else {
          expect(short.endsWith('…')).toBe(true)
          expect(widthOf(short)).toBeLessThanOrEqual(columns)
          // One more character would not fit.
          expect(widthOf(short)).toBeGreaterThanOrEqual(columns - 1)
          const graphemes = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
          const kept = [...new Intl.Segmenter().segment(short.slice(0, -1))].map(({ segment }) => segment)
          expect(graphemes.slice(0, kept.length)).toEqual(kept)
        }
      }
    }
  })
})
