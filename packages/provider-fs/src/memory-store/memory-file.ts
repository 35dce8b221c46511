import type { Notice } from '@lamella/core'
import { readBytes } from '../disk/durable.ts'
import { type FoundEntry, findEntries } from '../memory/entry.ts'
import { placeBlocks } from '../memory/split.ts'
import { notice } from '../notices.ts'
import { decodeText, detectEncoding } from '../read/decode.ts'
import { type FileStats, nodeFileSystem } from '../read/file-system.ts'
import { openRegular } from '../read/open-regular.ts'

/** The location of a memory file. */
export interface MemoryPlace {
  /** With all links resolved. */
  readonly path: string
  /** The path for display. */
  readonly from: string
  /** Day of a dated note. */
  readonly day: string | undefined
}

/** A memory file as read, or as it is to be written. */
export interface MemoryFile extends MemoryPlace {
  /** The bytes on disk; `undefined` for a file that does not exist. */
  readonly bytes: Buffer | undefined
  /** Without byte order mark; line endings unchanged. */
  readonly text: string
  readonly found: readonly FoundEntry[]
  /** Headings with nothing below them. They are not editable entries: they apply to content added below them later. */
  readonly headings: readonly FoundEntry[]
  /** Line of the first heading. */
  readonly firstHeading: number | undefined
  /** Whether the file can be written back unchanged. */
  readonly isUtf8: boolean
}

const mark = '\ufeff'

/** Creates a memory file with the given text. */
export function memoryFile(place: MemoryPlace, text: string, bytes?: Buffer, isUtf8 = true): MemoryFile {
  const { path, from, day } = place
  const placed = placeBlocks(/\r/.test(text) ? text.replace(/\r\n?/g, '\n') : text)
  const all = findEntries(placed, day === undefined ? { from } : { from, date: day })
  const found = all.filter(({ lines }) => lines !== undefined)
  const headings = all.filter(({ lines }) => lines === undefined)
  return { path, from, day, bytes, text, found, headings, firstHeading: placed.firstHeading, isUtf8 }
}

/** Reads a memory file; returns a notice if it is not text. */
export async function readMemoryFile(
  place: MemoryPlace,
): Promise<{ readonly stats: FileStats | undefined; readonly file: MemoryFile | Notice }> {
  const opened = await openRegular(nodeFileSystem, place.path, place.from)
  if ('code' in opened) return { stats: undefined, file: opened }
  const { file, stats } = opened
  try {
    const bytes = await readBytes(file, 0, Number(stats.size))
    const encoding = detectEncoding(bytes)
    if (decodeText(bytes, encoding, { start: true, end: true }) === undefined) {
      const what = `${place.from} is not text, so its entries are left out.`
      return { stats, file: notice('FILE_NOT_TEXT', [what, 'Save it as UTF-8.'], place.from) }
    }
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return { stats, file: memoryFile(place, text, bytes, encoding === 'utf-8') }
  } finally {
    await file.close()
  }
}

/** Returns the file's bytes with another text. */
export function bytesWith({ bytes }: MemoryFile, text: string): Buffer {
  const hasMark = bytes?.subarray(0, 3).toString('utf8') === mark
  return Buffer.from(hasMark ? mark + text : text)
}
