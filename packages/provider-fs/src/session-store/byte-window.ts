import type { FileHandle } from 'node:fs/promises'
import { readBytes } from '../disk/durable.ts'

/** Reads nearby pieces of a file, mostly from memory. */
export interface ByteWindow {
  /** Bytes `start` to `end`, for reading forward. Fewer at the end of the file. Must not be modified. */
  forward(start: number, end: number): Promise<Buffer>
  /** Bytes `start` to `end`, for reading backward. */
  backward(start: number, end: number): Promise<Buffer>
}

/** The minimum number of bytes to read at once. */
const chunk = 64 * 1024

/** Creates a window that caches the last read. Only for a part of a file that does not change. */
export function byteWindow(file: FileHandle): ByteWindow {
  let from = 0
  let held: Buffer = Buffer.alloc(0)

  async function read(start: number, end: number, least: number, most: number): Promise<Buffer> {
    if (start < from || end > from + held.length) {
      held = await readBytes(file, least, most)
      from = least
    }
    return held.subarray(start - from, end - from)
  }

  return {
    forward: (start, end) => read(start, end, start, Math.max(end, start + chunk)),
    backward: (start, end) => read(start, end, Math.max(0, Math.min(start, end - chunk)), end),
  }
}
