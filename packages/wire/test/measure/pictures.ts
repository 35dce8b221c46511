/** Image headers, built from the format specifications: as much of a file as its size needs, and a little more. */

export const bytes = (...parts: readonly (number | string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((letter) => letter.charCodeAt(0)) : part)),
  )

const big = (value: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => Math.floor(value / 256 ** (count - 1 - index)) % 256)

const little = (value: number, count: number): readonly number[] => big(value, count).toReversed()

export const png = (width: number, height: number): Uint8Array =>
  bytes([0x89], 'PNG\r\n', [0x1a], '\n', big(13, 4), 'IHDR', big(width, 4), big(height, 4), [8, 6, 0, 0, 0])

export const gif = (width: number, height: number): Uint8Array =>
  bytes('GIF89a', little(width, 2), little(height, 2), [0, 0, 0])

const segment = (marker: number, body: readonly number[]): readonly number[] => [
  0xff,
  marker,
  ...big(body.length + 2, 2),
  ...body,
]

/** Builds a JPEG with that frame marker and those segments before it. */
export const jpeg = (width: number, height: number, frame = 0xc0, before: readonly number[] = []): Uint8Array =>
  bytes([0xff, 0xd8], before, segment(frame, [8, ...big(height, 2), ...big(width, 2), 3, 1, 0x22, 0]))

export const exif = (length: number): readonly number[] =>
  segment(
    0xe1,
    Array.from({ length }, (_, at) => at % 256),
  )

/** Huffman tables, a restart interval, an empty comment, padding, a standalone marker. */
export const odds: readonly number[] = [
  ...segment(0xc4, [0, 1, 2]),
  ...segment(0xdd, [0, 1]),
  ...segment(0xfe, []),
  0xff,
  0xff,
  ...segment(0xc8, [9]),
  0xff,
  0x01,
]

const riff = (kind: string, body: readonly number[]): Uint8Array =>
  bytes('RIFF', little(body.length + 12, 4), 'WEBP', kind, little(body.length, 4), body)

export const lossyWebp = (width: number, height: number): Uint8Array =>
  riff('VP8 ', [0x30, 1, 0, 0x9d, 1, 0x2a, ...little(width + 0x4000, 2), ...little(height + 0x8000, 2), 0, 0])

export const losslessWebp = (width: number, height: number): Uint8Array =>
  riff('VP8L', [0x2f, ...little(width - 1 + (height - 1) * 0x4000 + 0x10000000, 4), 0])

export const extendedWebp = (width: number, height: number): Uint8Array =>
  riff('VP8X', [0x10, 0, 0, 0, ...little(width - 1, 3), ...little(height - 1, 3)])

const ispe = (width: number, height: number): readonly number[] => [
  ...big(20, 4),
  ...bytes('ispe', big(0, 4), big(width, 4), big(height, 4)),
]

/** With a tile and a thumbnail, which are separate images. */
export const heif = (brand: string, width: number, height: number): Uint8Array =>
  bytes(
    big(24, 4),
    'ftyp',
    brand,
    big(0, 4),
    'mif1miaf',
    big(200, 4),
    'meta',
    big(0, 4),
    ispe(64, 48),
    ispe(width, height),
    ispe(32, 32),
  )

export const base64 = (data: Uint8Array): string => Buffer.from(data).toString('base64')
