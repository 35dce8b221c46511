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
  try {
    const size = Number(stats.size)
    // A UTF-16 unit takes at most three bytes in any supported encoding; the rest is for marks and cut characters.
    const pieceBytes = limit.maxChars * 3 + 64
    if (size <= Math.max(wholeBytes, pieceBytes * 2)) {
      const bytes = await readBytes(file, 0, size)
      const text = decodeText(bytes, detectEncoding(bytes), { start: true, end: true })
      return { stats, ...(text === undefined ? notText(from) : shorten(text, from, limit)) }
    }
    const start = await readBytes(file, 0, pieceBytes)
    // The end starts at an even offset, so that UTF-16 units stay aligned.
    const endOffset = size - pieceBytes - ((size - pieceBytes) % 2)
    const end = await readBytes(file, endOffset, size)
    return { stats, ...joinPieces(start, end, size, from, limit) }
  } finally {
    await file.close()
  }
}

function shorten(text: string, from: string, limit: TextLimit): Omit<Reading, 'stats'> {
  if (text.length <= limit.maxChars) return { text, notices: [] }
  if (!limit.marked) return { text: text.slice(0, limit.maxChars), notices: [] }
  const cut = cutText(text, limit.maxChars, {
    head: limit.head,
    marker: (count) => marker(`${count} characters`, from, limit),
  })
  return { text: cut, notices: [truncated(`${text.length} characters`, from, limit)] }
}

/**
 * Like `shorten`, for the two ends of a file that was never read whole; the missing part is therefore stated in bytes.
 */
function joinPieces(
  start: Uint8Array,
  end: Uint8Array,
  size: number,
  from: string,
  limit: TextLimit,
): Omit<Reading, 'stats'> {
  const encoding = detectEncoding(start)
  const head = decodeText(start, encoding, { start: true, end: false })
  if (!limit.marked && head !== undefined) return { text: head.slice(0, limit.maxChars), notices: [] }
  const tail = decodeText(end, encoding, { start: false, end: true })
  if (head === undefined || tail === undefined) return notText(from)
  const unitBytes = encoding === 'utf-8' ? 1 : 2
  // Each piece alone is longer than the limit, so the cut covers the point where they meet.
  const text = cutText(head + tail, limit.maxChars, {
    head: limit.head,
    marker: () => marker(`about ${size - limit.maxChars * unitBytes} bytes`, from, limit),
  })
  return { text, notices: [truncated(`${size} bytes`, from, limit)] }
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
