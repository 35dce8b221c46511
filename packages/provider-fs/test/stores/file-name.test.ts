import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '../../../testkit/src/samples/code-point.ts'
import { idOf, isShortened, nameOf } from '../../src/disk/file-name.ts'

const piece = fc.oneof(
  fc.constantFrom(
    '..',
    '/',
    '\\',
    '\0',
    'CON',
    'nul',
    '.',
    ' ',
    '=',
    '==',
    '_',
    '-',
    'é',
    'e\u0301',
    'ß',
    'İ',
    '🦊',
    '__proto__',
  ),
  fc.string({ unit: codePoint, maxLength: 20 }),
)
const id = fc
  .array(piece, { maxLength: 40 })
  .map((parts) => parts.join('').slice(0, 512))
  .filter((one) => !/[\uD800-\uDFFF]/u.test(one))

describe('the file name of an id', () => {
  it('is the id itself if that is safe', () => {
    for (const one of ['telegram_4711', '0b7e-11', 'a', '2026-03-01']) expect(nameOf(one)).toBe(one)
    expect(nameOf('')).toBe('_')
    expect(nameOf('_')).toBe('=5f')
    expect(nameOf('Ada Lovelace')).toBe('=41da=20=4covelace')
    expect(nameOf('con')).toBe('=63on')
    expect(nameOf('../../etc')).toBe('=2e=2e=2f=2e=2e=2fetc')
  })

  it('contains the id, or only its beginning', () => {
    fc.assert(
      fc.property(id, (one) => {
        const name = nameOf(one)
        if (isShortened(name)) expect(idOf(name)).toBeUndefined()
        else expect(idOf(name)).toBe(one)
      }),
      { numRuns: 10_000 },
    )
  })

  it('is safe on every system, for any id', () => {
    fc.assert(
      fc.property(id, (one) => {
        const name = nameOf(one)
        expect(name).toMatch(/^[a-z0-9=_][a-z0-9=_-]{0,119}$/)
        expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)$/)
      }),
      { numRuns: 10_000 },
    )
  })

  it('is unique, even if case and Unicode forms are ignored', () => {
    fc.assert(
      fc.property(id, id, (a, b) => {
        const variants = [
          a,
          a.toUpperCase(),
          a.toLowerCase(),
          a.normalize('NFC'),
          a.normalize('NFD'),
          `${a} `,
          `${a}.`,
          b,
        ]
        const ids = new Set(variants)
        const names = new Set([...ids].map((one) => nameOf(one).toLowerCase().normalize('NFC')))
        expect(names.size).toBe(ids.size)
      }),
      { numRuns: 10_000 },
    )
  })

  it('is rejected if no id produces it', () => {
    for (const name of ['A', 'a b', '=4', '=zz', '=61', 'con', '-a', '=ff', '', 'a.b'])
      expect(idOf(name), name).toBeUndefined()
  })
})
