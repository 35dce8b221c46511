import { cleanText } from '@lamella/core/plugin'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const anyText = fc.string({ unit: fc.oneof(fc.constantFrom('\r', '\n', '\0', '\u2028', '\ud83d', 'a'), fc.string()) })

describe('cleanText', () => {
  it('returns a clean text unchanged', () => {
    expect(cleanText('a\tb\n\nc é 你 👩‍👩‍👧')).toBe('a\tb\n\nc é 你 👩‍👩‍👧')
  })

  it('leaves one kind of line break, and no control characters or lone surrogates', () => {
    expect(cleanText('a\r\nb\rc\u2028d\u0085e\0f\ud83dg')).toBe('a\nb\nc\nd\nef\ufffdg')
  })

  it('changes nothing when applied twice', () => {
    fc.assert(fc.property(anyText, (text) => cleanText(cleanText(text)) === cleanText(text)))
  })
})
