import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutFrontMatter } from '../../src/sources/front-matter-block.ts'

describe('withoutFrontMatter', () => {
  it('removes metadata meant for programs', () => {
    expect(withoutFrontMatter('---\nsummary: "Who"\nread_when:\n  - Always\n---\n\n# Soul\n---\nend')).toBe(
      '# Soul\n---\nend',
    )
    expect(withoutFrontMatter('---\na: 1\n---')).toBe('')
  })

  it('leaves everything else unchanged', () => {
    for (const text of [
      '# Soul',
      '---\nA rule, then text.\n---\nmore',
      '---\na: 1\nno end',
      '---',
      '',
      '---js\nx: 1\n---\n',
      '---\n\n---\nx',
    ]) {
      expect(withoutFrontMatter(text)).toBe(text)
    }
  })

  it('never changes what follows the block, for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(withoutFrontMatter(`---\nkey: value\n---\n#${text}`)).toBe(`#${text}`)
      }),
    )
  })
})
