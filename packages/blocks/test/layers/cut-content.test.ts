import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutContent } from '../../src/layers/cut-content.ts'

describe('cutContent', () => {
  it('leaves content that fits unchanged', () => {
    expect(cutContent('a\nb', 'text', 3)).toBe('a\nb')
  })

  it('keeps the first lines of a text and counts the characters it cuts', () => {
    const text = Array.from({ length: 20 }, (_, index) => `line ${index + 1} of the text`).join('\n')
    expect(cutContent(text, 'text', 80)).toBe(
      `line 1 of the text\nline 2 of the text\nline 3 of the text\n… [${text.length - 56} characters cut]`,
    )
  })

  it('keeps whole entries of logs and lists, including their continuation lines', () => {
    const entries = Array.from({ length: 20 }, (_, index) => `${index + 1}. first\n  and more`)
    expect(cutContent(entries.join('\n'), 'list', 60)).toBe(`${entries[0]}\n${entries[1]}\n… [18 more cut]`)
  })

  it('cuts between characters if a line is too long', () => {
    expect(cutContent(`${'long '.repeat(50)}\nend`, 'text', 100)).toMatch(/^(long )+.*… \[\d+ characters cut\]$/)
  })

  it('never exceeds the maximum, and always adds a marker', () => {
    const line = fc.string({ maxLength: 40 })
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 40 }),
        fc.constantFrom('text', 'map', 'list', 'log', 'composite'),
        fc.integer({ min: 160, max: 600 }),
        (lines, type, max) => {
          const content = lines.join('\n')
          const cut = cutContent(content, type, max)
          expect(cut.length).toBeLessThanOrEqual(max)
          if (content.length <= max) expect(cut).toBe(content)
          else expect(cut).toMatch(/… \[\d+ (?:characters|more) cut\]$/)
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('takes time proportional to the content', () => {
    const read = cutContent('\n'.repeat(2_000_000), 'text', 160)
    expect(read.length).toBeLessThanOrEqual(160)
  })
})
