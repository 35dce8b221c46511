import type { ByteWindow } from './byte-window.ts'
import { lengthAt, readRecord, type SessionRecord } from './record.ts'

/** A part of a session file: a record, or bytes that are not a record. */
export interface Piece {
  /** Offset of its first byte in the file. */
  readonly start: number
  /** Offset after its last byte, excluding the line break. */
  readonly end: number
  /** `undefined`: damaged. */
  readonly record: SessionRecord | undefined
  /** `false` for the last bytes of a file that does not end with a line break. */
  readonly terminated: boolean
}

/** Bytes of a file, and their offset in it. */
export interface Line {
  readonly start: number
  readonly bytes: Buffer
}

/** Bytes per chunk of lines; more if a line is longer. */
const firstChunk = 64 * 1024

/** Bytes to search first for the end of a line; doubled each time, since a line may be very long. */
const firstLook = 4 * 1024
const newline = 0x0a

/**
 * Yields the pieces of a file from `end` back to its beginning, last first. Reads only as much as the consumer
 * requests.
 */
export async function* piecesBackward(window: ByteWindow, end: number): AsyncGenerator<Piece> {
  let stop = end
  let terminated = false
  if (end > 0 && (await window.backward(end - 1, end))[0] === newline) {
    stop--
    terminated = true
  }
  while (stop >= 0) {
    let from = stop
    let breakAt = -1
    for (let size = firstLook; from > 0 && breakAt === -1; size *= 2) {
      from = Math.max(0, stop - size)
      breakAt = (await window.backward(from, stop)).lastIndexOf(newline)
    }
    const start = breakAt === -1 ? 0 : from + breakAt + 1
    if (start < stop) yield* piecesOf(await window.backward(start, stop), start, terminated).toReversed()
    stop = start - 1
    terminated = true
  }
}

/** Yields the pieces of a file from `start`, which is the beginning of a line, to `end`. */
export async function* piecesForward(window: ByteWindow, start: number, end: number): AsyncGenerator<Piece> {
  for await (const chunk of chunksForward(window, start, end)) {
    for (const line of linesIn(chunk)) yield* piecesOf(line.bytes, line.start, line.start + line.bytes.length < end)
  }
}

/** Returns the record of the line at an offset; `undefined` if it is damaged. */
export async function recordAt(window: ByteWindow, start: number, end: number): Promise<SessionRecord | undefined> {
  for await (const { record } of piecesForward(window, start, end)) return record
  return undefined
}

/** Same as `piecesForward`, as unparsed chunks of whole lines. Do not keep the bytes. */
export async function* chunksForward(window: ByteWindow, start: number, end: number): AsyncGenerator<Line> {
  let at = start
  for (let size = firstChunk; at < end; size *= 2) {
    const to = Math.min(end, at + size)
    const bytes = await window.forward(at, to)
    const last = bytes.lastIndexOf(newline)
    if (last === -1 && to < end) continue
    const length = last === -1 || to === end ? bytes.length : last + 1
    yield { start: at, bytes: bytes.subarray(0, length) }
    // A truncated file ends here.
    if (length === 0) return
    at += length
    size = firstChunk / 2
  }
}

/** Yields the lines of a chunk without their line breaks, and no empty lines. */
export function* linesIn({ start, bytes }: Line): Generator<Line> {
  for (let from = 0; from < bytes.length; ) {
    const next = bytes.indexOf(newline, from)
    const to = next === -1 ? bytes.length : next
    if (from < to) yield { start: start + from, bytes: bytes.subarray(from, to) }
    from = to + 1
  }
}

/** Returns the offset of the first line at or after a place; `end` if no line begins before it. */
export async function lineFrom(window: ByteWindow, place: number, end: number): Promise<number> {
  if (place === 0) return 0
  const start = place - 1
  for (let size = firstLook; ; size *= 2) {
    const to = Math.min(end, start + size)
    const at = (await window.forward(start, to)).indexOf(newline)
    if (at !== -1) return start + at + 1
    if (to === end) return end
  }
}

/**
 * Parses a line as a record, or as damage. If the line break between two records was damaged, their length fields still
 * separate them.
 */
export function piecesOf(line: Buffer, start: number, terminated: boolean): readonly Piece[] {
  const whole = readRecord(line)
  if (whole) return [{ start, end: start + line.length, record: whole, terminated }]
  const pieces: Piece[] = []
  const add = (from: number, to: number, record: SessionRecord | undefined): void => {
    pieces.push({ start: start + from, end: start + to, record, terminated: terminated || to < line.length })
  }
  let offset = 0
  while (offset < line.length) {
    const length = lengthAt(line, offset)
    const record = length === undefined ? undefined : readRecord(line.subarray(offset, offset + length))
    if (length === undefined || record === undefined) break
    add(offset, offset + length, record)
    offset += length + 1
  }
  if (offset < line.length) add(offset, line.length, undefined)
  return pieces
}
