import { open } from 'node:fs/promises'

/** A stretch of whole lines of a file. */
export interface Stretch {
  readonly lines: Buffer
  /** Where the next stretch begins. */
  readonly next: number
  /** Whether the file is shorter than it was, so that this is its beginning. */
  readonly restarted: boolean
}

/** Bytes that are read at once, and the most that a line may have. */
const portion = 8 * 1024 * 1024
const longest = 512 * 1024 * 1024

/**
 * Reads the whole lines of a file from a position on: those that fit in a portion, or one that is longer. A line that is
 * still being written is left for the next time.
 */
export async function readLines(path: string, from: number): Promise<Stretch> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const restarted = size < from
    const start = restarted ? 0 : from
    for (let length = portion; ; length *= 2) {
      const want = Math.min(length, size - start)
      const { bytesRead, buffer } = await file.read(Buffer.alloc(want), 0, want, start)
      const read = buffer.subarray(0, bytesRead)
      const end = read.lastIndexOf(10) + 1
      if (end > 0 || start + want >= size || length >= longest) {
        return { lines: read.subarray(0, end), next: start + end, restarted }
      }
    }
  } finally {
    await file.close()
  }
}
