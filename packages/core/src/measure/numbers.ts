import type { ByteAt } from './byte-reader.ts'

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
