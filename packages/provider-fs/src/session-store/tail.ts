import type { ByteWindow } from './byte-window.ts'
import { type Piece, piecesBackward } from './pieces.ts'
import type { SessionRecord } from './record.ts'

/** The state of a session at the end of its file: everything required to write the next record. */
export interface Tail {
  /** Offset of the next record. Bytes after it belong to an incomplete append. */
  readonly end: number
  /** Size of the file in bytes. */
  readonly size: number
  /** Whether the last line break before `end` is missing. */
  readonly unbroken: boolean
  /** Number of the next record; 0 if the session does not exist. */
  readonly seq: number
  readonly revision: number
  /** Number of messages, including damaged ones. */
  readonly length: number
  /** Size of all messages, in UTF-16 units of their JSON text; damaged ones at the end count in bytes. */
  readonly textSize: number
  readonly updatedAt: string | undefined
  /** If a record contains it; otherwise the header does. */
  readonly createdAt: string | undefined
  /** The time of the first change in the header, for writers. */
  readonly headerAt: string | undefined
  /** Offset of the last compaction, if known. */
  readonly comp: number | undefined
  /** Offset of the last readable record. */
  readonly lastAt: number
  /** Number of damaged bytes after the last readable record. */
  readonly damaged: number
  /** Whether no record is readable in a file that has more than a header. */
  readonly lost: boolean
}

/** The tail of a session that does not exist. */
export const emptyTail: Tail = {
  end: 0,
  size: 0,
  unbroken: false,
  seq: 0,
  revision: 0,
  length: 0,
  textSize: 0,
  updatedAt: undefined,
  createdAt: undefined,
  headerAt: undefined,
  comp: undefined,
  lastAt: 0,
  damaged: 0,
  lost: false,
}

/**
 * Reads the end of a file of `size` bytes, only as far as required to know the session's state.
 *
 * Data after the last line break, or an incomplete change, was never acknowledged: a process died while writing. A line
 * that has its line break but a wrong checksum was written, and damaged later: it keeps its place, so that the next
 * message does not take the position of a lost one.
 */
export async function readTail(window: ByteWindow, size: number): Promise<Tail> {
  let end = size
  let count = 0
  let bytes = 0
  /** The revision of the incomplete change. */
  let unfinished: number | undefined
  for await (const piece of piecesBackward(window, size)) {
    const { record, start } = piece
    if (record === undefined) {
      if (!piece.terminated && piece.end === size) end = start
      else {
        count++
        bytes += piece.end - start
      }
    } else if ((record.rev === unfinished && record.part !== undefined) || isUnfinished(record, count)) {
      // The first revision begins with the header, which means nothing on its own.
      unfinished = record.rev
      end = start
      count = 0
      bytes = 0
    } else {
      return { ...tailAt(piece, record, count, bytes), end, size, unbroken: await isUnbroken(window, end, size) }
    }
  }
  // No record: only an incomplete write, a damaged header, or a file of another format.
  if (count === 0) return { ...emptyTail, size }
  const unbroken = await isUnbroken(window, end, size)
  return { ...emptyTail, end, size, unbroken, seq: count, revision: 1, damaged: bytes, lost: count > 1 }
}

/** Checks whether a change has too few records, given `damaged` lines after this one. */
function isUnfinished({ header, rev, part: [part, parts] = [1, 1] }: SessionRecord, damaged: number): boolean {
  if (header !== undefined) return rev === 0 && damaged === 0
  return part + damaged < parts
}

async function isUnbroken(window: ByteWindow, end: number, size: number): Promise<boolean> {
  return end === size && end > 0 && (await window.backward(end - 1, end))[0] !== 0x0a
}

/** Returns the state after a record that `count` damaged lines of so many bytes follow. */
function tailAt({ start }: Piece, record: SessionRecord, count: number, bytes: number): Tail {
  const [part, parts] = record.part ?? [1, 1]
  return {
    ...emptyTail,
    seq: record.seq + 1 + count,
    revision: record.rev + Math.max(0, count - (parts - part)),
    length: record.pos + (record.message ? 1 : 0) + count,
    textSize: record.before + record.size + bytes,
    updatedAt: record.copied ? undefined : (record.at ?? record.last),
    createdAt: record.since,
    comp: record.compaction ? start : record.comp,
    lastAt: start,
    damaged: bytes,
  }
}
