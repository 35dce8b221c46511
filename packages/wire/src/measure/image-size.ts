import type { DataContent } from '@lamella/core'
import { type ByteAt, byteReader, numbersOf } from './byte-reader.ts'

/** The type and size of an image, read from its first bytes. */
export interface ImageSize {
  readonly type: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'heic'
  /** Pixels, 1 or more. */
  readonly width: number
  /** Pixels, 1 or more. */
  readonly height: number
}

/**
 * Reads the width and height of an image from its first bytes: PNG, JPEG of every kind, GIF, WebP, AVIF and HEIC.
 * Base64 is decoded no further than needed. `undefined` for anything else (SVG, a URL, a truncated file).
 *
 * Sources: PNG (W3C, 11.2.1), JPEG (ITU-T T.81, B.2.2), GIF89a (18), WebP (RFC 9649, 2), HEIF (ISO/IEC 23008-12, 6.5.3).
 *
 * @example
 * imageSize('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ') // { type: 'png', width: 1, height: 1 }
 */
export function imageSize(data: DataContent | URL): ImageSize | undefined {
  const at = byteReader(data)
  if (at === undefined) return undefined
  const { big, little } = numbersOf(at)
  const start = big(0, 4)
  if (start === 0x89504e47 && big(12, 4) === 0x49484452) return size('png', big(16, 4), big(20, 4))
  if (start === 0x47494638) return size('gif', little(6, 2), little(8, 2))
  if (start === 0x52494646 && big(8, 4) === 0x57454250) return webp(big(12, 4), at, little)
  if (big(0, 2) === 0xffd8) return jpeg(at, big)
  return big(4, 4) === 0x66747970 ? heif(big) : undefined
}

/** Returns why an image is too large for a provider: a side is longer than the most pixels that it accepts. */
export function tooWide(base64: string, most: number): string | undefined {
  const { width = 0, height = 0 } = imageSize(base64) ?? {}
  if (Math.max(width, height) <= most) return undefined
  return `it has ${width} x ${height} pixels, and ${most} are the most on a side here`
}

type Read = (position: number, bytes: number) => number

/** `undefined` for a size that is none: PNG allows 31 bits, and the others fewer. */
function size(type: ImageSize['type'], width: number, height: number): ImageSize | undefined {
  return Math.min(width, height) >= 1 && Math.max(width, height) < 2 ** 31 ? { type, width, height } : undefined
}

function webp(chunk: number, at: ByteAt, little: Read): ImageSize | undefined {
  // 'VP8 ': 14 bits each, after three bytes of start code. Two more bits are the upscaling factor and are ignored.
  if (chunk === 0x56503820 && little(23, 3) === 0x2a019d) {
    return size('webp', little(26, 2) % 0x4000, little(28, 2) % 0x4000)
  }
  // 'VP8L': 14 bits each, less one, across bytes.
  if (chunk === 0x5650384c && at(20) === 0x2f) {
    const bits = little(21, 4)
    return size('webp', (bits % 0x4000) + 1, (Math.floor(bits / 0x4000) % 0x4000) + 1)
  }
  // 'VP8X': 24 bits each, less one.
  return chunk === 0x56503858 ? size('webp', little(24, 3) + 1, little(27, 3) + 1) : undefined
}

/**
 * The maximum number of segments a JPEG may have before its frame: real ones have about ten, or sixty with a large
 * colour profile.
 */
const mostSegments = 1_000

/** Skips segments up to the frame header, which all kinds have: baseline, progressive, lossless, arithmetic. */
function jpeg(at: ByteAt, big: Read): ImageSize | undefined {
  let position = 2
  for (let segment = 0; segment < mostSegments; segment++) {
    if (at(position) !== 0xff) return undefined
    const marker = at(position + 1)
    // Padding before a marker, and standalone markers.
    if (marker === 0xff) position += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) position += 2
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return size('jpeg', big(position + 7, 2), big(position + 5, 2))
    } else {
      const length = big(position + 2, 2)
      // The image data or the end of the file, without a frame; or an impossible length.
      if (marker === 0xda || marker === 0xd9 || !(length >= 2)) return undefined
      position += 2 + length
    }
  }
  return undefined
}

/** How far to read the boxes that describe the images of a file: they come first and take some hundred bytes. */
const boxes = 8_192

/**
 * Returns the largest of the sizes (`ispe` boxes) that a file declares: that of the whole image, not of its tiles and
 * thumbnails.
 */
function heif(big: Read): ImageSize | undefined {
  const brand = big(8, 3)
  const type = brand === 0x617669 ? 'avif' : brand === 0x686569 || brand === 0x6d6966 ? 'heic' : undefined
  if (type === undefined) return undefined
  let [width, height] = [0, 0]
  for (let position = 16; position < boxes; position++) {
    const kind = big(position, 4)
    if (Number.isNaN(kind)) break
    if (kind !== 0x69737065) continue
    const [wide, high] = [big(position + 8, 4), big(position + 12, 4)]
    if (wide * high > width * height) [width, height] = [wide, high]
  }
  return size(type, width, height)
}
