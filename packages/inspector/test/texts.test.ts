import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '../../testkit/src/samples/code-point.ts'
import { compareBuilds } from '../src/model/compare-builds.ts'
import { contentText } from '../src/model/conversation.ts'
import { cachePrices, priceOf } from '../src/model/price.ts'
import { pieceOf, pieceStarts } from '../src/model/text-pieces.ts'
import { visibleLine, visibleRuns } from '../src/model/visible-text.ts'

const shown = (text: string): string =>
  visibleRuns(text)
    .map((run) => run.text)
    .join('')

describe('visibleRuns', () => {
  it.each([
    ['a\u202eb', 'a[U+202E]b'],
    ['\u0000\u0007', '[U+0000][U+0007]'],
    ['a\u200bb\ufeff', 'a[U+200B]b[U+FEFF]'],
    ['\u{e0041}', '[U+E0041]'],
    ['a\ud800', 'a[U+D800]'],
    ['line\n\ttab', 'line\n\ttab'],
    ['שלום 你好 🙂', 'שלום 你好 🙂'],
  ])('shows %j as %j', (text, expected) => expect(shown(text)).toBe(expected))

  it('keeps every character that can be seen, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const seen = visibleRuns(text).filter(({ hidden }) => !hidden)
        for (const run of seen) expect(text).toContain(run.text)
        expect(shown(text)).not.toMatch(/[\p{Cf}\p{Cs}]/u)
      }),
    )
  })
})

describe('visibleLine', () => {
  it('is one line of bounded length, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 900 }), fc.integer({ min: 8, max: 200 }), (text, most) => {
        const line = visibleLine(text, most)
        expect(line).not.toMatch(/[\n\r\u2028\u2029]/)
        expect(line.length).toBeLessThanOrEqual(most + 1)
        expect(line).not.toMatch(/\p{Cs}/u)
      }),
    )
  })
})

describe('pieceStarts', () => {
  it('splits any text into bounded pieces that make it up, and cuts no character', () => {
    const long = fc
      .tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.integer({ min: 1, max: 4_000 }))
      .map(([text, times]) =>
        text
          .repeat(times)
          .slice(0, 100_000)
          .replaceAll(/\p{Cs}/gu, ''),
      )
    fc.assert(
      fc.property(long, (text) => {
        const starts = pieceStarts(text)
        const pieces = starts.map((start, index) => text.slice(start, starts[index + 1]))
        expect(pieces.join('')).toBe(text)
        for (const piece of pieces) {
          expect(piece.length).toBeLessThanOrEqual(6_001)
          expect(piece).not.toMatch(/\p{Cs}/u)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('finds the piece of a position', () => {
    const starts = pieceStarts('x'.repeat(20_000))
    for (const at of [0, 5_999, 6_000, 19_999]) {
      const piece = pieceOf(starts, at)
      expect(starts[piece]).toBeLessThanOrEqual(at)
      expect(starts[piece + 1] ?? Number.POSITIVE_INFINITY).toBeGreaterThan(at)
    }
  })
})

describe('contentText', () => {
  it('shows messages with their roles, calls and results', () => {
    const text = contentText([
      { role: 'user', content: 'Where is it?' },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'I look.' },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: { at: 3 } },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'c1', toolName: 'look', output: { type: 'text', value: 'Here.' } },
        ],
      },
    ])
    for (const part of [
      'user:\nWhere is it?',
      '[thinking] I look.',
      '[call look c1]',
      '"at": 3',
      '[result look c1] Here.',
    ]) {
      expect(text).toContain(part)
    }
  })
})

describe('priceOf', () => {
  it('is in tokens at full price', () => {
    expect(priceOf({ repeated: 1_000, added: 200 }, { read: 0.1, write: 1.25 })).toBe(350)
  })

  it('has sources with dates for its factors', () => {
    for (const { source, date, read, write } of cachePrices) {
      expect(source).toMatch(/^https:\/\//)
      expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      expect(read).toBeLessThan(write)
    }
  })
})

describe('compareBuilds', () => {
  it('compares with a build that failed to nothing', () => {
    const failed = {
      build: 1,
      scope: { tenant: 'acme' },
      parameters: {},
      times: { build: 1, load: {}, plan: 0 },
      texts: 'full',
      contentOf: () => undefined,
    } as const
    expect(compareBuilds(failed, failed)).toBeUndefined()
  })
})
