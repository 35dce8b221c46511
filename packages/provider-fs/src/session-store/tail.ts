import type { ByteWindow } from './byte-window.ts'
import { type Piece, piecesBackward } from './pieces.ts'
import type { SessionRecord } from './record.ts'

/** What the end of a session file says of the session: all that the next record needs to know. */
export interface Tail {
  /** Where the next record is written. Behind it are bytes of an append that was never finished. */
  readonly end: number
  /** Bytes of the file. */
  readonly size: number
  /** The last line break before `end` is missing. */
  readonly unbroken: boolean
  /** Number of the next record; 0 when there is no session. */
  readonly seq: number
  readonly revision: number
  /** Messages, those included that are damaged. */
  readonly length: number
  /** Of all messages, in UTF-16 units of their JSON text; of damaged ones at the end their bytes. */
  readonly textSize: number
  readonly updatedAt: string | undefined
  /** As far as the records say it; otherwise the header does. */
  readonly createdAt: string | undefined
  /** Where the last compaction begins, if one is known. */
  readonly comp: number | undefined
  /** Where the last record begins that can be read. */
  readonly lastAt: number
  /** Damaged bytes behind the last record that can be read. */
  readonly damaged: number
  /** Whether not one record can be read in a file that has more than a header. */
  readonly lost: boolean
}

/** Of a session that is not there. */
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
  lastAt: 0,
  damaged: 0,
  lost: false,
}

/**
 * Reads the end of a file of `size` bytes, and no more of it than says how the session stands.
 *
 * What follows the last line break, or is not a whole change, was never acknowledged: a process ended while it wrote. A line
 * that has its line break and a wrong checksum was written, and damaged later: it keeps its place, so that the next message
 * does not take the position of one that is lost.
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
      // The first revision begins with the header, which says nothing alone.
      unfinished = record
      end = start
      count = 0
      bytes = 0
    } else {
      return tailAt(piece, record, { end, size, count, bytes, unbroken: await isUnbroken(window, end, size) })
    }
  }
  // No record: nothing but what was begun, a damaged header, or a file of something else.
  if (count === 0) return { ...emptyTail, size }
  const unbroken = await isUnbroken(window, end, size)
  return { ...emptyTail, end, size, unbroken, seq: count, revision: 1, damaged: bytes, lost: count > 1 }
}

/** Whether a change has fewer records than it should, of which `damaged` are behind this one. */
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
  /** Damaged lines behind the record, and their bytes. */
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
    lastAt: start,
    damaged: bytes,
    lost: false,
  }
}
