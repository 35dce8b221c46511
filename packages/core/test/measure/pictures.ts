import type { DataContent } from '@lamella/core'

/** The header of a PNG, from its specification. */
const bytes = (...parts: readonly (number | string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((letter) => letter.charCodeAt(0)) : part)),
  )

const big = (value: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => Math.floor(value / 256 ** (count - 1 - index)) % 256)

export const png = (width: number, height: number): Uint8Array =>
  bytes([0x89], 'PNG\r\n', [0x1a], '\n', big(13, 4), 'IHDR', big(width, 4), big(height, 4), [8, 6, 0, 0, 0])

export const base64 = (data: Uint8Array): string => Buffer.from(data).toString('base64')

/** Returns the width in the header of such a picture; `undefined` for one that is elsewhere. */
export function widthOf(data: DataContent | URL | undefined): number | undefined {
  const text = data instanceof URL ? data.href : data
  const held =
    typeof text === 'string'
      ? Buffer.from(text.replace(/^data:.*,/, ''), 'base64')
      : Buffer.from(text instanceof Uint8Array ? text : [])
  return held.length >= 24 && held.toString('latin1', 1, 4) === 'PNG' ? held.readUInt32BE(16) : undefined
}
