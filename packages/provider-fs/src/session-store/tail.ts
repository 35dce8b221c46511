import type { ByteWindow } from './byte-window.ts'
import { type Piece, piecesBackward } from './pieces.ts'
import type { RunPlace, SessionRecord } from './record.ts'

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
  /** Offset of the last compaction, if known. */
  readonly comp: number | undefined
  /** Where the state of the run is, if there is one. */
  readonly run: RunPlace | undefined
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
  comp: undefined,
  run: undefined,
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
  let unfinished: SessionRecord | undefined
  for await (const piece of piecesBackward(window, size)) {
    const { record, start } = piece
    if (unfinished !== undefined && record?.rev === unfinished.rev && record.part !== undefined) {
      end = start
      count = 0
      bytes = 0
    } else if (record === undefined) {
      if (!piece.terminated && piece.end === size) end = start
      else {
        count++
        bytes += piece.end - start
      }
    } else if (isUnfinished(record, count)) {
      // The first revision begins with the header, which means nothing on its own.
      unfinished = record
      end = start
      count = 0
      bytes = 0
    } else {
      return tailAt(piece, record, { end, size, count, bytes, unbroken: await isUnbroken(window, end, size) })
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

interface Found {
  readonly end: number
  readonly size: number
  /** Damaged lines after the record, and their bytes. */
  readonly count: number
  readonly bytes: number
  readonly unbroken: boolean
}

function tailAt({ start }: Piece, record: SessionRecord, { end, size, count, bytes, unbroken }: Found): Tail {
  const [part, parts] = record.part ?? [1, 1]
  const changes = Math.max(0, count - (parts - part))
  return {
    end,
    size,
    unbroken,
    seq: record.seq + 1 + count,
    revision: record.rev + changes,
    length: record.pos + (record.message ? 1 : 0) + count,
    textSize: record.before + record.size + bytes,
    updatedAt: record.copied ? undefined : (record.at ?? record.last),
    createdAt: record.since,
    comp: record.compaction ? start : record.comp,
    run: runAfter(record),
    lastAt: start,
    damaged: bytes,
    lost: false,
  }
}

function runAfter({ rev, run, ran }: SessionRecord): RunPlace | undefined {
  if (run) return { slot: run.slot, revision: rev, sum: run.sum }
  return ran && { slot: ran[0], revision: ran[1], sum: ran[2] }
}
