import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indent, listItem, oneLine, trimLines } from '../../src/shared/plain-text.ts'
import { hostileText } from '../support/hostile.ts'

describe('oneLine', () => {
  it('collapses runs of white space into one space', () => {
    expect(oneLine('  a \r\n\t b\u2029\u00a0c ')).toBe('a b c')
  })
})

describe('trimLines', () => {
  it('removes blank lines before the text and white space after it, and keeps the indent of the first line', () => {
    expect(trimLines(' \n\n    code\ntext \n\n')).toBe('    code\ntext')
    expect(trimLines('  \n ')).toBe('')
    expect(trimLines('a')).toBe('a')
  })
})

describe('indent', () => {
  it('leaves empty lines empty', () => {
    expect(indent('a\n\nb', '  ')).toBe('  a\n\n  b')
  })
})

describe('listItem', () => {
  it('indents all lines but the first', () => {
    expect(listItem('one\r\ntwo\n\n# three')).toBe('- one\n  two\n\n  # three')
  })

  it('starts only its first line at column 0, whatever the text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const [first = '', ...others] = listItem(text).split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
        return first.startsWith('- ') && others.every((line) => line === '' || line.startsWith('  '))
      }),
    )
  })
})
