import { describe, expect, it } from 'vitest'
import { widthOf } from '../../src/text/width.ts'
import { wrap } from '../../src/text/wrap.ts'

const text = 'skills: 1 not listed, because the request has no tool that loads skills or reads files'
const terminal = (columns: number) => ({ write: () => true, columns })

describe('wrap', () => {
  it('breaks a text between words, and indents each further line', () => {
    expect(wrap(text, terminal(40), 2)).toBe(
      ['skills: 1 not listed, because the', '  request has no tool that loads skills', '  or reads files'].join('\n'),
    )
  })

  it.each([24, 40, 80])('fits a terminal of %i columns, and keeps every word', (columns) => {
    const [first = '', ...others] = wrap(text, terminal(columns), 4).split('\n')
    expect(Math.max(widthOf(first) + 4, ...others.map(widthOf))).toBeLessThanOrEqual(columns)
    expect([first, ...others.map((line) => line.slice(4))].join(' ')).toBe(text)
  })

  it('leaves a word that is too long, such as a path, in one piece', () => {
    expect(wrap(`in ${'x'.repeat(50)} here`, terminal(30), 0)).toBe(`in\n${'x'.repeat(50)}\nhere`)
  })

  it('keeps the line outside of a terminal', () => {
    expect(wrap(text, { write: () => true }, 2)).toBe(text)
  })
})
