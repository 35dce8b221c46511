import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutContent } from '../../src/layers/cut-content.ts'
import { rememberCuts } from '../../src/layers/remember-cuts.ts'

describe('rememberCuts', () => {
  it('gives what cutContent gives, the first time and every time after it', () => {
    const cut = rememberCuts()
    const content = fc.constantFrom(...['ab\n', 'x', '1. a\n  b\n'].map((text) => text.repeat(300)))
    const type = fc.constantFrom('text', 'list', 'log')
    fc.assert(
      fc.property(content, type, fc.constantFrom(160, 161, 300, 5_000), (text, of, max) => {
        expect(cut(text, of, max)).toBe(cutContent(text, of, max))
      }),
      { numRuns: 300 },
    )
  })

  it('forgets the oldest where there is too much, which changes nothing', () => {
    const cut = rememberCuts()
    const texts = Array.from({ length: 6 }, (_, index) => `${index}`.repeat(1_000_000))
    for (const text of [...texts, ...texts]) expect(cut(text, 'text', 160)).toBe(cutContent(text, 'text', 160))
  })
})
