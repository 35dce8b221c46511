import { cutText, withoutData } from '@lamella/core/plugin'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const hostile = fc.string({
  unit: fc.oneof(fc.constantFrom('e\u0301', '👨‍👩‍👧', '🇩🇪', '한', '\r\n', '\ud800'), fc.string()),
})

describe('cutText', () => {
  it('returns a text that fits unchanged', () => {
    expect(cutText('abc', 3)).toBe('abc')
    expect(cutText('', 0)).toBe('')
  })

  it('states how many characters were cut, and keeps beginning and end as requested', () => {
    const text = 'abcdefghij'.repeat(10)
    expect(cutText(text, 40)).toBe('abcdefghijabcdefgh… [82 characters cut]')
    expect(cutText(text, 40, { head: 0.5 })).toBe('abcdefghi… [82 characters cut]bcdefghij')
  })

  it('never exceeds the limit, marker included, and states the correct number', () => {
    fc.assert(
      fc.property(
        hostile,
        fc.integer({ min: 0, max: 80 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (text, max, head) => {
          const cut = cutText(text, max, { head })
          expect(cut.length).toBeLessThanOrEqual(Math.max(max, 0))
          const [, number] = /… \[(\d+) characters cut\]/.exec(cut) ?? []
          if (text.length <= max || number === undefined) return
          const marker = `… [${number} characters cut]`
          expect(text.length - (cut.length - marker.length)).toBe(Number(number))
        },
      ),
      { numRuns: 3_000 },
    )
  })

  it('cuts between plain characters where a segmenter would', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
    const unit = fc.oneof(
      fc.string({ maxLength: 3 }),
      fc.constantFrom('e\u0301', '1\ufe0f\u20e3', '\r\n', '\u0600', '👍🏽'),
    )
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), fc.nat({ max: 60 }), (text, max) => {
        const starts = [...segmenter.segment(text)].map(({ index }) => index)
        const wanted = starts.findLast((start) => start <= max) ?? 0
        if (text.length > max) expect(cutText(text, max, { marker: () => '' })).toBe(text.slice(0, wanted))
      }),
      { numRuns: 2_000 },
    )
  })

  it('never cuts inside a character as a reader sees it', () => {
    const family = '👨‍👩‍👧'
    for (let max = 0; max < 60; max++) {
      const cut = cutText(family.repeat(20), max, { marker: () => '…' })
      expect(cut.replaceAll(family, '')).toMatch(/^…?$/)
    }
  })

  it('shows at least a part of the marker if nothing else fits', () => {
    expect(cutText('abcdefghij', 3)).toBe('… [')
    expect(cutText('abcdefghij', 0)).toBe('')
  })
})

/** Returns bytes that look random and are the same in each run. */
function bytes(count: number, seed = 1): Uint8Array {
  let state = seed
  return Uint8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 16) & 0xff
  })
}

const base64 = (data: Uint8Array | string): string => Buffer.from(data as string).toString('base64')
const hex = (data: Uint8Array): string => Buffer.from(data).toString('hex')
const prose = 'The quick brown fox jumps over the lazy dog, and nobody has asked it to do so twice. '
const picture = base64(bytes(30_000))
const bitmap = base64(Uint8Array.from({ length: 3_000 }, (_, at) => (at % 13 < 9 ? 0 : at & 0xff)))

describe('withoutData', () => {
  const data: Readonly<Record<string, string>> = {
    'base64 of random bytes': picture,
    'the URL alphabet': Buffer.from(bytes(3_000)).toString('base64url'),
    'a short key': base64(bytes(200)),
    'a bitmap, mostly zeros': bitmap,
    'base64 of English': base64(prose.repeat(9)),
    'base64 of JSON': base64(JSON.stringify(Array.from({ length: 40 }, (_, id) => ({ id, name: `item ${id}` })))),
    'base64 of Chinese': base64('我们决定在下个月开始新的项目，预算是九百欧元。'.repeat(9)),
    'base64 of UTF-16': base64(Buffer.from(prose.repeat(5), 'utf16le')),
    hex: hex(bytes(1_000)),
    'capital hex': hex(bytes(1_000)).toUpperCase(),
    'lines of a mail': picture.slice(0, 4_000).replace(/.{76}/g, '$&\r\n'),
    'lines of a key': picture.slice(0, 1_610).replace(/.{64}/g, '$&\n'),
    'lines in JSON': picture.slice(0, 4_000).replace(/.{76}/g, '$&\\n'),
    'slashes that JSON escapes': picture.slice(0, 4_000).replaceAll('/', '\\/'),
  }

  it.each(Object.entries(data))('replaces %s and keeps the words around', (_, one) => {
    const text = withoutData(`The picture is "${one}", said Ann.`)
    expect(text).toMatch(/^The picture is "\[[\d,]+ characters of data\]", said Ann\.$/)
  })

  it('counts the characters', () => {
    expect(withoutData(JSON.stringify({ name: 'a.png', data: picture }))).toBe(
      '{"name":"a.png","data":"[40,000 characters of data]"}',
    )
  })

  it('keeps the head of a data URL, which says what the data is', () => {
    expect(withoutData(`![a](data:image/png;base64,${picture})`)).toBe(
      '![a](data:image/png;base64,[40,000 characters of data])',
    )
  })

  it('replaces each part on its own, by a marker of the caller', () => {
    const text = `${picture} and ${hex(bytes(500))}`
    expect(withoutData(text, (count) => `<${count}>`)).toBe('<40000> and <1000>')
  })

  const facts: Readonly<Record<string, string>> = {
    'a hash of SHA-512': `sha512 ${hex(bytes(64))}.`,
    'a list of hashes': Array.from({ length: 30 }, (_, seed) => hex(bytes(32, seed))).join('\n'),
    'hashes beside names': Array.from({ length: 30 }, (_, seed) => `${hex(bytes(32, seed))}  file${seed}.txt`).join(
      '\n',
    ),
    UUIDs: Array.from({ length: 30 }, () => 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6').join('\n'),
    'an address with a signature': `https://files.example.com/a?X-Amz-Security-Token=${base64(bytes(900))}&x=1`,
    'a long address': `https://example.com/${'segment-of-a-path/'.repeat(40)}`,
    'a long path': `/usr/${'lib/Node20/some_module/v2/dist/'.repeat(20)}index`,
    'long German words':
      'Donaudampfschifffahrtsgesellschaftskapitänsmütze Rindfleischetikettierungsüberwachungsaufgabe'.repeat(6),
    'long names': 'createTemporaryBufferFactoryForNestedStreamReaders'.repeat(9),
    'a long constant': 'MAX_RETRY_COUNT_OF_UPLOADS_PER_USER_'.repeat(9),
    'minified code': 'function a(b,c){return b.d!==void 0?c:e[f(b)]};var g=h=>h.i(j=>j.k);'.repeat(20),
    Chinese: '我们决定在下个月开始新的项目预算是九百欧元'.repeat(30),
    'Chinese that JSON escapes': '\\u6211\\u4eec\\u51b3\\u5b9a\\u5728\\u4e0b\\u4e2a\\u6708\\u5f00\\u59cb'.repeat(12),
    'a rule of dashes': '-'.repeat(400),
    'one letter': 'a'.repeat(4_000),
    'a long number': '3141592653589793238462643383279502884197'.repeat(9),
    DNA: 'GATTACAGCTTACGGATCCATG'.repeat(20),
    'a word a line': 'alpha\nbeta\ngamma\nDelta7\n'.repeat(40),
    prose: prose.repeat(20),
  }

  it.each(Object.entries(facts))('leaves %s as it is', (_, text) => {
    expect(withoutData(text)).toBe(text)
  })

  it('takes time in proportion to the length, also of what is almost data', () => {
    for (const line of [`${'ab1'.repeat(80)}.`, `${hex(bytes(32))}\n`, `${'word'.repeat(100)}\n`]) {
      const long = line.repeat(20_000)
      expect(withoutData(long)).toBe(long)
    }
    expect(withoutData(base64(bytes(6_000_000)))).toBe('[8,000,000 characters of data]')
  })
})
