import { isUtf8 } from 'node:buffer'
import { throwIfAborted } from '@lamella/core/plugin'
import { parsedJson } from '../json.ts'
import { detectEncoding } from '../read/decode.ts'
import type { OpenFile } from '../read/file-system.ts'

/** One line of a file that is not blank. */
export interface JsonLine {
  /** From 1. */
  readonly number: number
  /** Bytes of the file before this line. */
  readonly start: number
  /** `undefined`: the line is not valid UTF-8. */
  readonly text: string | undefined
  /** Whether the file ends without a line break: the rest may never have been written. */
  readonly isTorn: boolean
}

const pieceBytes = 1024 * 1024
const newline = 0x0a

/**
 * Reads lines of UTF-8, or of UTF-16 with a byte order mark, piece by piece, so that other work can run between the pieces.
 * Blank lines are left out; the mark and the `\r` of `\r\n` are removed.
 */
export async function* readLines(file: OpenFile, size: number, signal?: AbortSignal): AsyncGenerator<JsonLine> {
  const piece = Buffer.allocUnsafe(Math.min(pieceBytes, Math.max(1, size)))
  let held: Buffer[] = []
  let start = 0
  let number = 0
  let position = 0
  let decoder: InstanceType<typeof TextDecoder> | undefined
  while (position < size) {
    throwIfAborted(signal, 'Reading the session')
    const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, size - position), position)
    if (bytesRead === 0) break
    const raw = piece.subarray(0, bytesRead)
    if (position === 0 && detectEncoding(raw) !== 'utf-8') decoder = new TextDecoder(detectEncoding(raw))
    const bytes = decoder ? Buffer.from(decoder.decode(raw, { stream: true })) : raw
    let from = 0
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, from)) {
      const line = held.length === 0 ? bytes.subarray(from, end) : Buffer.concat([...held, bytes.subarray(from, end)])
      held = []
      number++
      const read = toLine(line, number, start, false)
      if (read) yield read
      from = end + 1
      // In the file, where UTF-16 takes other bytes.
      start = position + Math.floor((from * bytesRead) / bytes.length)
    }
    // A copy: the buffer is reused.
    if (from < bytes.length) held.push(Buffer.from(bytes.subarray(from)))
    position += bytesRead
  }
  const last = toLine(Buffer.concat(held), number + 1, start, true)
  if (last) yield last
}

/** Returns the object or the list that a file is as a whole, if it is one. */
export async function documentIn(file: OpenFile, size: number, signal?: AbortSignal): Promise<object | undefined> {
  const texts: string[] = []
  for await (const { text } of readLines(file, size, signal)) {
    texts.push(text ?? '\0')
    if (!/^[[{]/.test(texts[0] ?? '')) return undefined
  }
  return parsedJson(texts.join('\n')) as object | undefined
}

function toLine(bytes: Buffer, number: number, start: number, isTorn: boolean): JsonLine | undefined {
  if (!isUtf8(bytes)) return { number, start, text: undefined, isTorn }
  const text = bytes.toString('utf8').trim()
  // `trim` also removes the byte order mark: U+FEFF counts as white space.
  return text === '' ? undefined : { number, start, text, isTorn }
}
