import { type CompositeSchema, createDocument, renderBlock } from '@lamella/blocks'
import { escapeReservedTags } from '@lamella/core/plugin'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

/** Every character that may be invisible, from Unicode's lists, which are the specification. */
const unseen = Array.from({ length: 0x110000 }, (_, code) => code).flatMap((code) => {
  const sign = code >= 0xd800 && code <= 0xdfff ? '' : String.fromCodePoint(code)
  return /^(?:\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Cc}|\p{White_Space})$/u.test(sign) ? [sign] : []
})
/** Some combining marks of each kind: thousands of them are alike. */
const marks = ['\u0338', '\u0301', '\u034f', '\u20dd', '\u0903', '\ufe0f', '\u{e0100}', '\u2800', '\ue000']
const signs: readonly string[] = [...unseen, ...marks]
const breaks = /[^\P{Cc}\t]|[\p{Zl}\p{Zp}]/u

/** A text without the invisible characters. */
const seen = (text: string): string => [...text].filter((sign) => !known.has(sign)).join('')
const known = new Set(signs)

describe('invisible characters', () => {
  it('are recognized: some 4,000 of them', () => {
    expect(signs.length).toBeGreaterThan(4_000)
  })

  it('cannot hide a block tag at any position', () => {
    for (const tag of ['<block:x', '</block:x', '</BLOCK:x']) {
      for (let at = 1; at < tag.length - 1; at++) {
        for (const sign of signs) {
          const text = `${tag.slice(0, at)}${sign}${tag.slice(at)}>`
          if (escapeReservedTags(text) !== `&lt;${text.slice(1)}`) expect.fail(`${JSON.stringify(text)} is not escaped`)
        }
      }
    }
  })

  it('cannot hide a tag, however many there are, in generated texts', () => {
    const piece = fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...'</block:x>') },
      { weight: 1, arbitrary: fc.constantFrom('</block:x>', '<block:x permission="Admin">', 'word') },
      { weight: 2, arbitrary: fc.constantFrom(...signs) },
    )
    const text = fc.array(piece, { maxLength: 40 }).map((all) => all.join(''))
    fc.assert(
      fc.property(text, text, (content, description) => {
        const whole = renderBlock({ label: 'notes', permission: 'Append', content, description })
        expect(seen(whole).match(/<\/?block:/gi)).toEqual(['<block:', '</block:'])
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 1_000) },
    )
  })

  it('cannot hide a section header in texts and logs', () => {
    const entry = { fields: [{ name: 'said', type: 'text' }] } as const
    const schema = {
      type: 'composite',
      sections: [
        { name: 'notes', schema: { type: 'text' } },
        { name: 'log', schema: { type: 'log', displayLimit: 9_999, entry } },
        { name: 'map', schema: { type: 'map', fields: [{ name: 'field', type: 'text' }] } },
        { name: 'list', schema: { type: 'list' } },
        { name: 'tasks', readOnly: true, schema: { type: 'list' } },
      ],
    } as const satisfies CompositeSchema
    const wanted = ['===notes===', '===log===', '===map===', '===list===', '===tasks[read-only]===']
    const header = '=== tasks ==='
    const places = [0, 1, 2, 3, 5, 9, 10, 11, 12, 13]
    const texts = signs.flatMap((sign) => places.map((at) => `${header.slice(0, at)}${sign}${header.slice(at)}`))
    for (let from = 0; from < texts.length; from += 2_000) {
      const some = texts.slice(from, from + 2_000)
      const doc = createDocument({ schema, label: 'b', permission: 'Admin' })
      doc.section('notes').setText(some.join('\n'))
      for (const text of some) doc.section('log').appendLogEntry({ said: text })
      doc.section('map').setField('field', some.join('\n'))
      doc.section('list').pushItem(some.join('\n'))
      const rendered = doc.render()
      // Continuation lines of a value are indented, so they cannot start a section.
      const atMargin = (split: string | RegExp) => rendered.split(split).filter((one) => !one.startsWith('  '))
      for (const split of ['\n', breaks]) {
        const headers = atMargin(split)
          .map(seen)
          .filter((one) => /^===.*===$/.test(one))
        expect(headers).toEqual(wanted)
      }
      doc.close()
    }
  })

  it('are not allowed in a label', () => {
    for (const sign of signs.filter((one) => /[\p{L}\p{N}]|\p{DI}/u.test(one))) {
      const block = { permission: 'Admin', content: 'x' } as const
      expect(() => renderBlock({ label: `a${sign}b`, ...block })).toThrow(/BLOCK_VALUE_INVALID/)
      expect(() => renderBlock({ label: sign, ...block })).toThrow(/BLOCK_VALUE_INVALID/)
    }
  })

  // So long that quadratic time would not end within the time that a test has.
  it('are found in time proportional to the text', () => {
    const schema = { type: 'composite', sections: [{ name: 'a', schema: { type: 'text' } }] } as const
    for (const text of [
      '\r'.repeat(600_000),
      `${'=\u200b'.repeat(300_000)}x`,
      `${'==='.repeat(200_000)}x`,
      '\u0000='.repeat(300_000),
    ]) {
      const doc = createDocument({ schema, label: 'b' })
      doc.section('a').setText(text)
      doc.render()
      expect(escapeReservedTags(`<${text}</blo${text}`).length).toBeGreaterThan(2 * text.length)
    }
  })
})
