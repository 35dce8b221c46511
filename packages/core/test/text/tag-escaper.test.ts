import { seenText, tagEscaper } from '@lamella/core/plugin'
import { describe, expect, it } from 'vitest'

const escaped = tagEscaper('note', '[ >]')

describe('tagEscaper', () => {
  it.each([
    '<note>',
    '</note>',
    '< / NOTE >',
    '<\u200bnote>',
    '<no\u034fte>',
    '</\u0000note>',
    '<n\u00ado\ufe0ft\u115fe>',
  ])('matches %j', (tag) => {
    expect(escaped(`a ${tag} b`)).toBe(`a &lt;${tag.slice(1)} b`)
  })

  it.each(['<notes>', '< not e', 'note>', '<-note>', '<a note>', '<>note>'])('does not match %j', (text) => {
    expect(escaped(text)).toBe(text)
  })

  it('visits each gap once', () => {
    const text = `<${' '.repeat(200_000)}x${'< /'.repeat(100_000)}<n${'\u200b'.repeat(200_000)}`
    const start = performance.now()
    expect(escaped(text)).toBe(text)
    expect(performance.now() - start).toBeLessThan(2_000)
  })
})

it('seenText keeps all visible characters', () => {
  expect(seenText(' a\u200b\tb\u0000\u3164=\ue000\u0301\n')).toBe('ab=')
})
