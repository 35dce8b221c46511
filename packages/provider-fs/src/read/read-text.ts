import type { Notice } from '@lamella/core'
import { cutText } from '@lamella/core/plugin'
import { readBytes } from '../disk/durable.ts'
import { notice } from '../notices.ts'
import { decodeText, detectEncoding } from './decode.ts'
import type { FileStats, FileSystem } from './file-system.ts'
import { openRegular } from './open-regular.ts'

/** How much of a file to read. */
export interface TextLimit {
  /** UTF-16 units, marker included. */
  readonly maxChars: number
  /** Share of the limit for the beginning; the rest goes to the end. 1: the beginning only, 0: the end only. */
  readonly head: number
  /** `false`: cut without marker and notice, for reading only the beginning (front matter). */
  readonly marked: boolean
}

/** A file's text, or the reason why it has no text. */
export interface Reading {
  readonly stats: FileStats | undefined
  readonly text: string | undefined
  readonly notices: readonly Notice[]
}

/** Files up to this size are read whole; for larger ones, only the pieces that can be kept. */
const wholeBytes = 1024 * 1024

/**
 * Reads one file as text, shortened to the limit. Never reads more than it could keep: a file of 1 GB costs as much as
 * one of 1 MB.
 */
export async function readText(fs: FileSystem, real: string, from: string, limit: TextLimit): Promise<Reading> {
  const opened = await openRegular(fs, real, from)
  if ('code' in opened) return { stats: undefined, text: undefined, notices: [opened] }
  const { file, stats } = opened
  const { maxChars, head, marked } = limit
  try {
    const size = Number(stats.size)
    // A UTF-16 unit takes at most three bytes in any supported encoding; the rest is for marks and cut characters.
    const pieceBytes = maxChars * 3 + 64
    if (size <= Math.max(wholeBytes, pieceBytes * 2)) {
      const bytes = await readBytes(file, 0, size)
      const text = decodeText(bytes, detectEncoding(bytes), { start: true, end: true })
      if (text === undefined) return { stats, ...notText(from) }
      if (text.length <= maxChars) return { stats, text, notices: [] }
      if (!marked) return { stats, text: text.slice(0, maxChars), notices: [] }
      return cut(text, (count) => `${count} characters`, `${text.length} characters`)
    }
    const start = await readBytes(file, 0, pieceBytes)
    // The end starts at an even offset, so that UTF-16 units stay aligned.
    const endOffset = size - pieceBytes - ((size - pieceBytes) % 2)
    const end = await readBytes(file, endOffset, size)
    const encoding = detectEncoding(start)
    const first = decodeText(start, encoding, { start: true, end: false })
    if (!marked && first !== undefined) return { stats, text: first.slice(0, maxChars), notices: [] }
    const last = decodeText(end, encoding, { start: false, end: true })
    if (first === undefined || last === undefined) return { stats, ...notText(from) }
    const unitBytes = encoding === 'utf-8' ? 1 : 2
    // Each piece alone is longer than the limit, so the cut covers the point where they meet. The file was never read whole, so what
    // is missing is stated in bytes.
    return cut(first + last, () => `about ${size - maxChars * unitBytes} bytes`, `${size} bytes`)
  } finally {
    await file.close()
  }

  function cut(text: string, left: (count: number) => string, length: string): Reading {
    const short = cutText(text, maxChars, { head, marker: (count) => marker(left(count), from, limit) })
    return { stats, text: short, notices: [truncated(length, from, limit)] }
  }
}

function marker(count: string, from: string, limit: TextLimit): string {
  const text = `[… ${count} of ${from} left out here: read the file for all of it …]`
  return `${limit.head === 0 ? '' : '\n\n'}${text}${limit.head === 1 ? '' : '\n\n'}`
}

function truncated(length: string, from: string, limit: TextLimit): Notice {
  const { maxChars } = limit
  const what = `${from} has ${length}, more than its limit of ${maxChars} characters, and was shortened.`
  return notice('FILE_TRUNCATED', [what, 'Shorten the file or raise `maxChars`.'], from, { maxChars })
}

function notText(from: string): Omit<Reading, 'stats'> {
  const what = `${from} is not text: it has NUL characters, or bytes that are not valid UTF-8 (or UTF-16, with a byte order mark).`
  return { text: undefined, notices: [notice('FILE_NOT_TEXT', [what, 'Save it as UTF-8.'], from)] }
}
