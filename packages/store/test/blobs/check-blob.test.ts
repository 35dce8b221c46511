import { createHash } from 'node:crypto'
import { blobId, blobIdsIn } from '@lamella/store'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkBlobDelete, checkBlobId, checkBlobOptions, checkByteRange } from '../../src/check/check-blob.ts'

/** Base32 of RFC 4648, by string operations on the bits. */
function wantedId(content: Uint8Array): string {
  const hash = createHash('sha256').update(content).digest()
  const bits = Array.from(hash, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = (bits.slice(0, 130).match(/.{5}/g) ?? []).map(
    (five) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(five, 2)],
  )
  return `blob:${letters.join('')}`
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const invalid = expect.objectContaining({ code: 'STORE_VALUE_INVALID' })

describe('blobId', () => {
  it('is base32 of the first 130 bits of the SHA-256, for any content', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (content) => {
        expect(await blobId(content)).toBe(wantedId(content))
      }),
    )
    expect(await blobId(new Uint8Array())).toBe('blob:4oymiquy7qobjgx36tejs35zeq')
  })

  it('is that of the bytes that a view shows, also in shared memory', async () => {
    const all = bytes('before after')
    expect(await blobId(all.subarray(7))).toBe(await blobId(bytes('after')))
    expect(await blobId(Buffer.from('after'))).toBe(await blobId(bytes('after')))
    const shared = new Uint8Array(new SharedArrayBuffer(5))
    shared.set(bytes('after'))
    expect(await blobId(shared)).toBe(await blobId(bytes('after')))
  })
})

describe('checkBlobId', () => {
  it('accepts ids of blobs and nothing else', async () => {
    const id = await blobId(bytes('a'))
    expect(checkBlobId(id)).toBe(id)
    const wrong = [
      ...[undefined, null, 7, {}, '', 'blob:', id.slice(5), `${id}a`, id.slice(0, -1), id.toUpperCase(), ` ${id}`],
      ...[`${id}\n`, `blob:${'1'.repeat(26)}`, `blob:../${'a'.repeat(23)}`, `BLOB:${id.slice(5)}`, [id]],
    ]
    for (const one of wrong) expect(() => checkBlobId(one)).toThrow(invalid)
  })
})

describe('checkBlobOptions', () => {
  it('adds the defaults, and turns the time into text', () => {
    const none = { mediaType: 'application/octet-stream', name: undefined, at: undefined }
    expect(checkBlobOptions(bytes('a'))).toEqual(none)
    expect(checkBlobOptions(bytes(''), {})).toEqual(none)
    const at = new Date('2026-05-12T08:00:00Z')
    expect(checkBlobOptions(bytes('a'), { mediaType: 'text/plain; charset=utf-8', name: 'a/b "c"', at })).toEqual({
      ...{ mediaType: 'text/plain; charset=utf-8', name: 'a/b "c"', at: '2026-05-12T08:00:00.000Z' },
    })
  })

  it.each<readonly [string, unknown, unknown]>([
    ['a text', 'a', {}],
    ['a list of numbers', [1], {}],
    ['an ArrayBuffer', new ArrayBuffer(1), {}],
    ['numbers of 16 bits', new Uint16Array(1), {}],
    ['more than 256 MiB', Object.defineProperty(new Uint8Array(), 'length', { value: 2 ** 28 + 1 }), {}],
    ['options that are a list', bytes('a'), []],
    ['options that are null', bytes('a'), null],
    ['a media type without a subtype', bytes('a'), { mediaType: 'text' }],
    ['a media type with a line break', bytes('a'), { mediaType: 'text/plain;\nx' }],
    ['a media type that is too long', bytes('a'), { mediaType: `text/${'x'.repeat(251)}` }],
    ['an empty name', bytes('a'), { name: '' }],
    ['a name that is too long', bytes('a'), { name: 'x'.repeat(513) }],
    ['a name with half of a surrogate pair', bytes('a'), { name: '\ud800' }],
    ['a time that is text', bytes('a'), { at: '2026-05-12' }],
    ['an invalid time', bytes('a'), { at: new Date(Number.NaN) }],
  ])('refuses %s', (_, content, options) => {
    expect(() => checkBlobOptions(content as Uint8Array, options as object)).toThrow(invalid)
  })
})

describe('checkBlobDelete', () => {
  it('returns the instant, if there is one', () => {
    expect([checkBlobDelete(), checkBlobDelete({})]).toEqual([undefined, undefined])
    expect(checkBlobDelete({ before: new Date(0) })).toBe('1970-01-01T00:00:00.000Z')
    for (const one of [null, [], { before: 0 }]) expect(() => checkBlobDelete(one as object)).toThrow(invalid)
  })
})

describe('checkByteRange', () => {
  it('adds the defaults, and puts the end at or after the start', () => {
    expect(checkByteRange()).toEqual({ start: 0, end: Number.POSITIVE_INFINITY })
    expect(checkByteRange({ start: 2, end: 4 })).toEqual({ start: 2, end: 4 })
    expect(checkByteRange({ start: 5, end: 2 })).toEqual({ start: 5, end: 5 })
  })

  it('refuses what is no range', () => {
    for (const one of [null, [], { start: -1 }, { end: -1 }, { start: 0.5 }, { end: Number.NaN }, { start: '1' }]) {
      expect(() => checkByteRange(one as object)).toThrow(invalid)
    }
  })
})

describe('blobIdsIn', () => {
  it('finds ids in texts and keys at any depth, each once, in order', async () => {
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((text) => blobId(bytes(text))))
    expect(blobIdsIn({ content: [{ text: `see ${b}, "${a}"\n${b}` }], [String(c)]: 1 })).toEqual([b, a, c])
    expect(blobIdsIn(`x${a}y`)).toEqual([a])
    expect([blobIdsIn(undefined), blobIdsIn(null), blobIdsIn('blob:abc')]).toEqual([[], [], []])
  })

  it('finds an id that begins within another one', () => {
    const second = `blob:${'b'.repeat(26)}`
    const first = `blob:${'a'.repeat(22)}blob`
    expect(blobIdsIn(`${first}${second.slice(4)}`)).toEqual([first, second])
  })
})
