import { describe, expect, it } from 'vitest'
import { termsOf } from './terms.ts'

const terms = (text: string): readonly string[] => [...termsOf(text).counts.keys()]

describe('termsOf', () => {
  it('returns words in lower case and without compatibility forms', () => {
    expect(terms('Ｔhe ﬁrst Ship, a-1!')).toEqual(['the', 'first', 'ship', 'a', '1'])
  })

  it('returns characters and pairs of adjacent characters for scripts without spaces', () => {
    expect(terms('北京市')).toEqual(['北', '京', '北京', '市', '京市'])
    expect(terms('go 東京go')).toEqual(['go', '東', '京', '東京'])
  })

  it('returns no marks without a letter, and no pairs across other text', () => {
    expect(terms('❤️ \u0301 北. 京')).toEqual(['北', '京'])
  })

  it('keeps every pair where a long run is cut', () => {
    const run = Array.from({ length: 300 }, (_, index) => String.fromCodePoint(0x4e00 + index))
    const { counts, length } = termsOf(run.join(''))
    expect(length).toBe(2 * run.length - 1)
    for (const [index, character] of run.entries()) {
      expect(counts.get(character)).toBe(1)
      if (index > 0) expect(counts.get((run[index - 1] as string) + character)).toBe(1)
    }
  })

  it.each([
    ['one letter', 'a', 15_625],
    ['marks in disorder', '\u0301\u0323', 0],
    ['spaces', ' ', 0],
  ])('handles a million of %s', (_, unit, length) => {
    expect(termsOf(unit.repeat(1_000_000)).length).toBe(length)
  })
})
