import { escapeAttribute, escapeReservedTags, escapeText, seenText } from '@lamella/core/plugin'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '../../../testkit/src/samples/code-point.ts'
import { tagEscaper } from '../../src/text/escape.ts'

describe('escapeText', () => {
  it('escapes what could end a text, and leaves quotes unchanged', () => {
    expect(escapeText('if (a < b && c > d) "yes"')).toBe('if (a &lt; b &amp;&amp; c &gt; d) "yes"')
  })

  it('replaces characters that XML does not allow with U+FFFD', () => {
    expect(escapeText('a\0\x1b\ud800b')).toBe('a\ufffd\ufffd\ufffdb')
  })
})

describe('escapeAttribute', () => {
  it('keeps a value on one line and in quotes of either kind', () => {
    expect(escapeAttribute('say "hi",\n\'you\'')).toBe('say &quot;hi&quot;,&#10;&apos;you&apos;')
  })

  it('leaves nothing that ends a value or a tag', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        expect(escapeAttribute(text)).not.toMatch(/[<>"'\t\n\r]|&(?!(?:amp|lt|gt|quot|apos|#9|#10|#13);)/)
      }),
    )
  })
})

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

  // So long that quadratic time would not end within the time that a test has.
  it('visits each gap once', () => {
    const text = `<${' '.repeat(600_000)}x${'< /'.repeat(300_000)}<n${'\u200b'.repeat(600_000)}`
    expect(escaped(text) === text).toBe(true)
  })
})

const characters = Array.from({ length: 0x30000 }, (_, code) => String.fromCodePoint(code))

describe('characters that look alike', () => {
  it('are brackets if Unicode decomposes them into one', () => {
    const brackets = characters.filter((one) => /^[<\u3008]/.test(one.normalize('NFKD')))
    expect(brackets.length).toBeGreaterThan(5)
    for (const one of [...brackets, '\u2039', '\u276e', '\u27e8']) {
      const shown = one === '<' ? '&lt;' : `&#${one.codePointAt(0)};`
      expect(escaped(`a ${one}note>`)).toBe(`a ${shown}note>`)
      expect(escaped(`a ${one}/ note>`)).toBe(`a ${shown}/ note>`)
      expect(escaped(`a ${one} knot>`)).toBe(`a ${one} knot>`)
    }
  })

  it('are letters if Unicode decomposes them into one, with any accents', () => {
    for (const letter of 'note') {
      const alike = characters.filter((one) => one.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase() === letter)
      expect(alike.length).toBeGreaterThan(20)
      for (const one of alike) {
        const text = `<${'note'.replace(letter, one)}>`
        if (escaped(text) !== `&lt;${text.slice(1)}`) expect.fail(`${text} is not escaped`)
      }
    }
    expect(escaped('<n\u043ete>')).toBe('&lt;n\u043ete>')
  })

  it('cannot open or close a tag of XML, and stay where they do not look like one', () => {
    expect(escapeText('\uff1c/note\uff1e')).toBe('&#65308;/note\uff1e')
    expect(escapeAttribute('\u2039\uff0f\uff4eote>')).toBe('&#8249;\uff0f\uff4eote&gt;')
    expect(escapeText('\u3008\u984c\u540d\u3009 \u2039 2 \u00abyes\u00bb')).toBe(
      '\u3008\u984c\u540d\u3009 \u2039 2 \u00abyes\u00bb',
    )
  })
})

it('escapeReservedTags escapes what packages of Lamella write, and nothing else', () => {
  const tags = ['<context-update layer="x">', '</Context-Digest>', '<block:a b="c">', '<available_skills>', '</skill>']
  for (const tag of tags) expect(escapeReservedTags(`a ${tag} b`)).toBe(`a &lt;${tag.slice(1)} b`)
  const others = 'a < b <contexts> <block> <skills> <skill-set> <note> [skill] &lt;skill>'
  expect(escapeReservedTags(others)).toBe(others)
})

it('seenText keeps all visible characters', () => {
  expect(seenText(' a\u200b\tb\u0000\u3164=\ue000\u0301\n')).toBe('ab=')
})
