import { isLamellaError } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '../../../../testkit/src/samples/code-point.ts'
import { ByteReader } from '../../../src/postings/bytes/byte-reader.ts'
import { ByteWriter } from '../../../src/postings/bytes/byte-writer.ts'
import { crc32 } from '../../../src/postings/bytes/crc32.ts'
import { seal, unseal } from '../../../src/postings/bytes/envelope.ts'

const damaged = expect.toSatisfy((error: unknown) => isLamellaError(error, 'INDEX_DAMAGED'))
const text = fc.oneof(
  fc.string({ unit: codePoint }),
  fc.string({ unit: 'grapheme' }),
  fc.constant('\ud800'),
  fc.string(),
)
const whole = fc.oneof(fc.nat({ max: 300 }), fc.maxSafeNat(), fc.constant(Number.MAX_SAFE_INTEGER))

describe('numbers and texts', () => {
  it('are read as written, in sequence', () => {
    const thing = fc.oneof(
      fc.record({ kind: fc.constant('whole' as const), value: whole }),
      fc.record({ kind: fc.constant('number' as const), value: fc.double() }),
      fc.record({ kind: fc.constant('text' as const), value: text }),
      fc.record({ kind: fc.constant('texts' as const), value: fc.array(text) }),
    )
    fc.assert(
      fc.property(fc.array(thing), (things) => {
        const writer = new ByteWriter()
        for (const { kind, value } of things) {
          if (kind === 'whole') writer.whole(value)
          else if (kind === 'number') writer.number(value)
          else if (kind === 'text') writer.text(value)
          else writer.texts(value)
        }
        const reader = new ByteReader(writer.bytes)
        expect(things.map(({ kind }) => reader[kind]())).toEqual(things.map(({ value }) => value))
        reader.end()
      }),
      { numRuns: 2_000 },
    )
  })

  it('may be long', () => {
    const writer = new ByteWriter()
    const texts = ['ab'.repeat(100_000), 'é中\udc00'.repeat(10_000), '']
    writer.texts(texts)
    expect(new ByteReader(writer.bytes).texts()).toEqual(texts)
  })

  it('are never read beyond the end, whatever the bytes', () => {
    const ask = fc.constantFrom('whole', 'number', 'text', 'texts', 'count')
    fc.assert(
      fc.property(fc.uint8Array(), fc.array(ask), (bytes, asked) => {
        const reader = new ByteReader(bytes)
        try {
          for (const kind of asked) reader[kind]()
          reader.end()
        } catch (error) {
          expect(error).toEqual(damaged)
        }
      }),
      { numRuns: 3_000 },
    )
  })

  it.each([
    ['a count that exceeds the data', [200, 1, 0], 'count'],
    ['a number over 2^53', [255, 255, 255, 255, 255, 255, 255, 127], 'whole'],
    ['a number without an end', [255, 255, 255, 255, 255, 255, 255, 255, 255, 1], 'whole'],
    ['texts longer than the bytes', [1, 255, 255, 255, 255, 255, 255, 15, 1], 'texts'],
    ['texts of an unknown encoding', [1, 1, 3, 97, 97, 97], 'texts'],
    ['two texts instead of one', [2, 0, 0, 1], 'text'],
  ] as const)('are rejected if they contain %s', (_, bytes, kind) => {
    expect(() => new ByteReader(Uint8Array.from(bytes))[kind]()).toThrow(damaged)
  })

  it('are rejected if bytes remain', () => {
    expect(() => new ByteReader(Uint8Array.of(1)).end()).toThrow(damaged)
  })
})

describe('the checksum', () => {
  it('equals that of gzip', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
    expect(crc32(new Uint8Array())).toBe(0)
  })
})

describe('sealed bytes', () => {
  const sealed = seal(3, (writer) => writer.texts(['words', 'of', 'Ünïcode']))

  it('are read at any memory offset', () => {
    const around = new Uint8Array(sealed.length + 10)
    around.set(sealed, 5)
    expect(unseal(around.subarray(5, 5 + sealed.length), 3).texts()).toEqual(['words', 'of', 'Ünïcode'])
  })

  it('are rejected if they are cut, extended, changed anywhere, or not sealed bytes', () => {
    for (let length = 0; length < sealed.length; length++) {
      expect(() => unseal(sealed.subarray(0, length), 3)).toThrow(damaged)
    }
    expect(() => unseal(Uint8Array.of(...sealed, 0), 3)).toThrow(damaged)
    for (let at = 0; at < sealed.length; at++) {
      for (let change = 1; change < 256; change++) {
        const changed = sealed.slice()
        changed[at] = (changed[at] as number) ^ change
        expect(() => unseal(changed, 3)).toThrow(damaged)
      }
    }
    expect(() => unseal(new TextEncoder().encode('{"json": true, "index": []}'), 3)).toThrow(damaged)
  })

  it('of another version are reported as such', () => {
    expect(() => unseal(sealed, 4)).toThrow(
      expect.objectContaining({ code: 'INDEX_VERSION', details: { version: 3, supported: 4 } }),
    )
    expect(() => unseal(sealed, 2)).toThrow(
      expect.objectContaining({ code: 'FORMAT_NEWER', details: { format: 'saved index', version: 3, known: 2 } }),
    )
  })
})
