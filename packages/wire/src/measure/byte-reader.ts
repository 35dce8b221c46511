import type { DataContent } from '@lamella/core'
import { dataStart } from '@lamella/core/plugin'

/** Returns the byte at a position; `NaN` past the end and where the text is not base64. */
export type ByteAt = (position: number) => number

/**
 * Reads single bytes from bytes, base64 text or a data URL, without decoding the rest. `undefined` for everything else:
 * a URL, a data URL that is not base64, a value that is not data.
 */
export function byteReader(data: DataContent | URL): ByteAt | undefined {
  if (data instanceof Uint8Array) return (position) => data[position] ?? Number.NaN
  if (data instanceof ArrayBuffer) return byteReader(new Uint8Array(data))
  const text = data instanceof URL ? data.href : data
  if (typeof text !== 'string') return undefined
  const start = dataStart(text)
  return start === undefined ? undefined : base64Reader(text, start)
}

/** How many characters are looked at for line breaks: lines of base64 are shorter. */
const firstLines = 200

/** Three bytes are four characters. Line breaks would shift them, so text that contains any is cleaned once. */
function base64Reader(given: string, from: number): ByteAt {
  const broken = /\s/.test(given.slice(from, from + firstLines))
  const text = broken ? given.slice(from).replace(/\s+/g, '') : given
  const start = broken ? 0 : from
  return (position) => {
    const first = start + Math.floor(position / 3) * 4 + (position % 3)
    const [high, low] = [sextet(text.charCodeAt(first)), sextet(text.charCodeAt(first + 1))]
    const shift = 2 + 2 * (position % 3)
    return ((high * 2 ** shift) % 256) + Math.floor(low / 2 ** (6 - shift))
  }
}

/** Returns the six bits of a base64 character, of either alphabet. */
function sextet(code: number): number {
  if (code >= 65 && code <= 90) return code - 65
  if (code >= 97 && code <= 122) return code - 71
  if (code >= 48 && code <= 57) return code + 4
  if (code === 43 || code === 45) return 62
  return code === 47 || code === 95 ? 63 : Number.NaN
}

/** Numbers at a position: big-endian and little-endian. */
export interface Numbers {
  readonly at: ByteAt
  big(position: number, bytes: number): number
  little(position: number, bytes: number): number
}

/** Reads numbers from bytes. */
export function numbersOf(at: ByteAt): Numbers {
  const big = (position: number, bytes: number): number => {
    let value = 0
    for (let index = 0; index < bytes; index++) value = value * 256 + at(position + index)
    return value
  }
  const little = (position: number, bytes: number): number => {
    let value = 0
    for (let index = bytes - 1; index >= 0; index--) value = value * 256 + at(position + index)
    return value
  }
  return { at, big, little }
}
