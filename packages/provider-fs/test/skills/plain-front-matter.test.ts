import fc from 'fast-check'
import { FAILSAFE_SCHEMA, loadAll } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { codePoint } from '../../../testkit/src/samples/code-point.ts'
import { plainFrontMatter } from '../../src/skills/plain-front-matter.ts'

const byLibrary = (yaml: string): unknown => {
  const [data = {}] = loadAll(yaml, { schema: FAILSAFE_SCHEMA })
  return Object.fromEntries(Object.entries(data as object))
}

const pieces = fc.constantFrom(
  ...[
    ': ',
    ':',
    ' #',
    '#',
    '"',
    "'",
    '\\',
    ' ',
    '\t',
    '\n',
    '\n ',
    '\n\n',
    '---',
    '...',
    '- ',
    '-',
    '? ',
    '{',
    '}',
    '[',
  ],
  ...[
    ']',
    ',',
    '|',
    '>',
    '&a',
    '*a',
    '!t',
    '%',
    '@',
    '`',
    '~',
    'null',
    'true',
    'no',
    '007',
    '1e3',
    '2026-11-24',
    '0x1f',
  ],
  ...[
    '<<',
    '__proto__',
    'a',
    'key',
    '\u00e9',
    '\u00a0',
    '\u0085',
    '\u2028',
    '\ufeff',
    '\ufffe',
    '🦊',
    '\ud800',
    '\r',
    '\u007f',
  ],
  ...['日本語', "''", '""', '\u0000', '\u0300', '.5', '\ufdd0', '\uffff'],
)
const value = fc.oneof(
  fc
    .array(fc.oneof(pieces, fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 6 })
    .map((parts) => parts.join('')),
  fc.string({ unit: codePoint }),
)
const key = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('name', 'description', 'allowed-tools', 'a', '__proto__', 'constructor', 'true'),
  },
  { weight: 1, arbitrary: value },
)
const line = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(key, value).map(([name, text]) => `${name}: ${text}`) },
  { weight: 1, arbitrary: value },
)

describe('plainFrontMatter', () => {
  it.each([
    ['a text with colons and hashes inside of words', 'a: see http://x.y/#z', { a: 'see http://x.y/#z' }],
    [
      'scalars as they are written',
      'a: 007\nb: true\nc: ~x\nd: 2026-11-24',
      { a: '007', b: 'true', c: '~x', d: '2026-11-24' },
    ],
    ['quotes', `a: "x: y # z"\nb: 'it "is"'\nc: ''`, { a: 'x: y # z', b: 'it "is"', c: '' }],
    ['other scripts', 'name: погода\n\ndescription: 日本語 é 🦊', { name: 'погода', description: '日本語 é 🦊' }],
  ])('reads %s', (_, yaml, expected) => {
    expect({ ...plainFrontMatter(yaml) }).toEqual(expected)
    expect(byLibrary(yaml)).toEqual(expected)
  })

  it.each([
    'a: b: c',
    'a: b # c',
    'a: b\n  c',
    'a:',
    'a: x\na: y',
    'a: [x]',
    'a: |\n  x',
    'a: "\\n"',
    "a: 'it''s'",
    'a: b\t',
    'a: x:',
    '- a: b',
    'a',
    '...',
    `a: ${'x'.repeat(5_000_000)}`,
  ])('leaves other front matter to the library: case %#', (yaml) => {
    expect(plainFrontMatter(yaml)).toBeUndefined()
  })

  it('reads whatever it accepts as the library does, for any text', () => {
    let accepted = 0
    const text = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, (yaml) => {
        const data = plainFrontMatter(yaml)
        if (data === undefined) return
        accepted++
        expect(Object.entries(data)).toEqual(Object.entries(byLibrary(yaml) as object))
      }),
      { numRuns: Math.max(3_000, Number(process.env['LAMELLA_RUNS'] ?? 0)) },
    )
    expect(accepted).toBeGreaterThan(50)
  })
})
