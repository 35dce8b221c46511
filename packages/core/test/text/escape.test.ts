import { escapeAttribute, escapeText } from '@lamella/core/plugin'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

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
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(escapeAttribute(text)).not.toMatch(/[<>"'\t\n\r]|&(?!(?:amp|lt|gt|quot|apos|#9|#10|#13);)/)
      }),
    )
  })
})
