import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileInfo } from '../../src/measure/file-info.ts'

const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))
const big = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** (bytes - 1 - index)) % 256)
const little = (value: number, bytes: number): number[] => big(value, bytes).reverse()
const text = (value: string): number[] => [...Buffer.from(value, 'latin1')]
const zeros = (count: number): number[] => new Array<number>(count).fill(0)
const join = (...parts: readonly (readonly number[])[]): Uint8Array => Uint8Array.from(parts.flat())

const page = (id: number): string => `${id} 0 obj\n<< /Type /Page /Parent 1 0 R >>\nendobj\n`
const plainPdf = `%PDF-1.4\n1 0 obj\n<< /Type /Pages /Count 3 /Kids [2 0 R 3 0 R 4 0 R] >>\nendobj\n${[2, 3, 4].map(page).join('')}`

/** A PDF 1.5 whose pages are in an object stream, as most programs write today. */
function compressedPdf(pages: number): Uint8Array {
  const objects = Array.from({ length: pages }, () => '<</Type/Page/Parent 1 0 R>>').join(' ')
  const stream = deflateSync(Buffer.from(`2 0 3 30 ${objects}`))
  const head = `%PDF-1.5\n9 0 obj\n<</Type/ObjStm/N ${pages}/First 9/Filter/FlateDecode/Length ${stream.length}>>\nstream\r\n`
  return new Uint8Array(Buffer.concat([Buffer.from(head), stream, Buffer.from('\nendstream\nendobj\n')]))
}

const wav = join(
  text('RIFF'),
  little(1_000, 4),
  text('WAVE'),
  text('LIST'),
  little(3, 4),
  zeros(4),
  text('fmt '),
  little(16, 4),
  little(1, 2),
  little(1, 2),
  little(8_000, 4),
  little(16_000, 4),
  little(2, 2),
  little(16, 2),
  text('data'),
  little(40_000, 4),
  zeros(40_000),
)
const flac = join(text('fLaC'), [0, 0, 0, 34], zeros(10), big(44_100 * 16, 3), [0x70], big(441_000, 4), zeros(16))
const opusHead = [...text('OpusHead'), 1, 2, ...little(312, 2), ...little(48_000, 4), 0, 0, 0]
const oggPage = (granule: number, data: readonly number[]): number[] => [
  ...text('OggS'),
  0,
  0,
  ...little(granule, 8),
  ...zeros(12),
  1,
  data.length,
  ...data,
]
const opus = join(oggPage(0, opusHead), oggPage(24_312, [1]), oggPage(96_312, [2, 3]))
const box = (kind: string, data: readonly number[]): number[] => [...big(8 + data.length, 4), ...text(kind), ...data]
const mvhd = (version: number, fields: readonly number[]): number[] =>
  box('mvhd', [version, 0, 0, 0, ...fields, ...zeros(80)])
const mp4 = (header: readonly number[]): Uint8Array =>
  join(box('ftyp', text('isom0000')), box('mdat', zeros(500)), box('moov', [...box('udta', []), ...header]))
const cbr = join(text('ID3'), [4, 0, 0, 0, 0, 0, 20], zeros(20), [0xff, 0xfb, 0x90, 0x00], zeros(159_996))
const vbr = join([0xff, 0xfb, 0x90, 0x00], zeros(32), text('Xing'), big(1, 4), big(1_000, 4), zeros(500))
const element = (id: readonly number[], data: readonly number[]): number[] => [...id, 0x80 + data.length, ...data]
const float = (value: number): number[] => [...new Uint8Array(new Float32Array([value]).buffer)].reverse()
const webm = join(
  element([0x1a, 0x45, 0xdf, 0xa3], [0x42, 0x86, 0x81, 1]),
  [0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
  element(
    [0x15, 0x49, 0xa9, 0x66],
    [...element([0x2a, 0xd7, 0xb1], big(1_000_000, 3)), ...element([0x44, 0x89], float(12_500))],
  ),
)

describe('fileInfo', () => {
  it.each([
    ['a PDF', latin1(plainPdf), 3],
    ['a PDF with its pages in an object stream', compressedPdf(12), 12],
    ['a PDF as base64', Buffer.from(plainPdf).toString('base64'), 3],
    ['a PDF as a data URL', `data:application/pdf;base64,${Buffer.from(plainPdf).toString('base64')}`, 3],
    ['a PDF whose streams are damaged', compressedPdf(12).fill(7, 120), undefined],
    ['something that is no PDF', latin1('/Type /Page '), undefined],
    ['a URL', 'https://example.com/a.pdf', undefined],
  ])('reads the pages of %s', (_, data, pages) => {
    expect(fileInfo({ data, mediaType: 'application/pdf' })).toMatchObject({ kind: 'pdf', pages })
  })

  it.each([
    ['WAV', wav, 'audio/wav', 2.5],
    ['FLAC', flac, 'audio/flac', 10],
    ['Ogg Opus', opus, 'audio/ogg', 2],
    ['MP4 with a short header', mp4(mvhd(0, [...zeros(8), ...big(600, 4), ...big(9_000, 4)])), 'video/mp4', 15],
    ['MP4 with a long header', mp4(mvhd(1, [...zeros(16), ...big(1_000, 4), ...big(90_500, 8)])), 'video/mp4', 90.5],
    ['MP4 in fragments', mp4(mvhd(0, [...zeros(8), ...big(600, 4), ...big(0, 4)])), 'video/mp4', undefined],
    ['MP3 of a constant rate', cbr, 'audio/mpeg', 10],
    ['MP3 with a Xing header', vbr, 'audio/mpeg', (1_000 * 1_152) / 44_100],
    ['WebM', webm, 'video/webm', 12.5],
    ['something else', latin1('no sound'), 'audio/wav', undefined],
  ])('reads the seconds of %s', (_, data, mediaType, seconds) => {
    const read = fileInfo({ data, mediaType }).seconds
    if (seconds === undefined) expect(read).toBeUndefined()
    else expect(read).toBeCloseTo(seconds, 6)
    expect(fileInfo({ data: Buffer.from(data).toString('base64'), mediaType }).seconds).toBe(read)
  })

  it('believes providerOptions.media before the file, if it is a sensible number', () => {
    const data = latin1(plainPdf)
    const pages = (given: number | string): number | undefined =>
      fileInfo({ data, mediaType: 'application/pdf', providerOptions: { media: { pages: given } } }).pages
    expect([pages(40), pages(-1), pages('9'), pages(1e12)]).toEqual([40, 3, 3, 3])
    expect(
      fileInfo({ data: 'https://a/b.mp4', mediaType: 'video/mp4', providerOptions: { media: { seconds: 9.5 } } })
        .seconds,
    ).toBe(9.5)
  })

  it('ends on arbitrary bytes after every known start', () => {
    const starts = [
      plainPdf.slice(0, 60),
      'RIFF0000WAVE',
      'fLaC',
      'OggS',
      '\x1aE\xdf\xa3',
      '0000ftyp',
      'ID3',
      '\xff\xfb\x90',
    ]
    const types = ['application/pdf', 'audio/wav', 'video/mp4']
    fc.assert(
      fc.property(
        fc.constantFrom(...starts),
        fc.uint8Array({ maxLength: 3_000 }),
        fc.constantFrom(...types),
        (start, rest, mediaType) => {
          const { pages, seconds } = fileInfo({ data: Uint8Array.of(...latin1(start), ...rest), mediaType })
          expect(pages === undefined || pages > 0).toBe(true)
          expect(seconds === undefined || (Number.isFinite(seconds) && seconds >= 0)).toBe(true)
        },
      ),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 250) },
    )
  })
})
