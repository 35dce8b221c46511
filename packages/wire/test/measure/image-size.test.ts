import type { DataContent } from '@lamella/core'
import { imageSize } from '@lamella/wire/measure'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { base64, bytes, exif, extendedWebp, gif, heif, jpeg, losslessWebp, lossyWebp, odds, png } from './pictures.ts'

const pictures = [
  ['png', png(1_920, 1_080), 1_920, 1_080],
  ['png', png(70_000, 3), 70_000, 3],
  ['gif', gif(640, 480), 640, 480],
  ['jpeg', jpeg(4_032, 3_024), 4_032, 3_024],
  ['jpeg', jpeg(300, 200, 0xc2), 300, 200],
  ['jpeg', jpeg(300, 200, 0xcb, odds), 300, 200],
  ['jpeg', jpeg(300, 200, 0xc1, [...exif(60_000), ...odds, ...exif(7)]), 300, 200],
  ['webp', lossyWebp(800, 600), 800, 600],
  ['webp', losslessWebp(16_384, 16_383), 16_384, 16_383],
  ['webp', extendedWebp(20_000, 1), 20_000, 1],
  ['avif', heif('avif', 1_200, 900), 1_200, 900],
  ['heic', heif('heic', 4_000, 3_000), 4_000, 3_000],
] as const

describe('the size of an image', () => {
  it.for(pictures)('is read from a %s', ([type, data, width, height]) => {
    expect(imageSize(data)).toEqual({ type, width, height })
  })

  it('is the same from bytes, a buffer, base64 of either alphabet, a data URL and a URL', () => {
    for (const [type, data, width, height] of pictures) {
      const text = base64(data)
      const buffer = new Uint8Array(data).buffer
      const forms: readonly (DataContent | URL)[] = [
        buffer,
        text,
        text.replace(/=+$/, ''),
        text.replaceAll('+', '-').replaceAll('/', '_'),
        text.replace(/.{76}/g, '$&\r\n'),
        `data:image/${type};base64,${text}`,
        `DATA:;charset=x;base64,${text}`,
        new URL(`data:image/${type};base64,${text}`),
      ]
      for (const form of forms) expect(imageSize(form), String(form).slice(0, 40)).toEqual({ type, width, height })
    }
  })

  it('is read from a real picture', () => {
    const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
    expect(imageSize(dot)).toEqual({ type: 'png', width: 1, height: 1 })
  })

  it('is undefined for a file that is not an image, or has no size in its header', () => {
    const others: readonly unknown[] = [
      '',
      'x',
      'https://x.test/a.png',
      new URL('https://x.test/a.png'),
      'data:image/svg+xml,<svg width="3" height="4"/>',
      `data:image/svg+xml;base64,${btoa('<svg width="3" height="4"/>')}`,
      'file-abc',
      new Uint8Array(),
      new ArrayBuffer(3),
      png(0, 5),
      gif(5, 0),
      bytes('GIF'),
      jpeg(300, 0),
      bytes([0xff, 0xd8, 0xff, 0xd9]),
      bytes([0xff, 0xd8, 0xff, 0xda, 0, 8]),
      bytes([0xff, 0xd8, 0xff, 0xe1, 0, 1]),
      bytes('RIFF....WEBPVP9 '),
      heif('isom', 3, 4),
      bytes('....ftypavif'),
      undefined,
      null,
      7,
      {},
    ]
    for (const other of others) expect(imageSize(other as DataContent)).toBeUndefined()
  })

  it('is correct or undefined, wherever a file is truncated', () => {
    for (const [type, whole, width, height] of pictures) {
      for (let end = 0; end < Math.min(whole.length, 400); end++) {
        for (const cut of [whole.subarray(0, end), base64(whole.subarray(0, end))]) {
          const found = imageSize(cut)
          // In a file that declares several images the largest may be truncated.
          if (found && type !== 'avif' && type !== 'heic') expect(found).toEqual({ type, width, height })
        }
      }
    }
  })
})

test('imageSize never throws on hostile bytes, nor returns a size below one pixel', () => {
  const heads = pictures.map(([, data]) => data.subarray(0, 30))
  const hostile = fc.tuple(fc.constantFrom(...heads, new Uint8Array()), fc.uint8Array({ maxLength: 300 }), fc.nat(30))
  fc.assert(
    fc.property(hostile, fc.string(), ([head, tail, keep], text) => {
      const data = Uint8Array.from([...head.subarray(0, keep), ...tail])
      for (const form of [data, base64(data), `${base64(data)}${text}`, text, `data:${text};base64,${base64(data)}`]) {
        const found = imageSize(form)
        if (found === undefined) continue
        expect(Number.isSafeInteger(found.width) && found.width >= 1).toBe(true)
        expect(Number.isSafeInteger(found.height) && found.height >= 1).toBe(true)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('imageSize gives up on a JPEG with only markers after a bounded number of them', () => {
  let reads = 0
  const endless = new Proxy(new Uint8Array(8).fill(0xff), {
    get: (target, key) =>
      typeof key === 'string' && /^\d+$/.test(key) && ++reads ? (key === '1' ? 0xd8 : 0xff) : Reflect.get(target, key),
  })
  expect(imageSize(endless)).toBeUndefined()
  expect(reads).toBeGreaterThan(0)
  expect(reads).toBeLessThan(10_000)
})
