import { crc32 } from 'node:zlib'
import type { Message } from '@lamella/core'
import type { NewCompaction } from '@lamella/core/store'

/** What every record of a session file says beside its content. */
export interface RecordHead {
  /** Number of the record in its file; the header is 0. */
  readonly seq: number
  /** Revision of the session after the change that the record belongs to. */
  readonly rev: number
  /** Position of its message, or of the next one if it is none. */
  readonly pos: number
  /** Size of all messages before `pos`, in UTF-16 units of their JSON text. */
  readonly before: number
  /** Which of how many records of one change this is, from 1. Absent: the only one. */
  readonly part?: readonly [part: number, parts: number]
  /** When it happened: an ISO 8601 instant. */
  readonly at?: string
  /** Name of the change. */
  readonly op?: string
  /** Time of the first change that had one, where the header does not say it. */
  readonly since?: string
  /** Time of the last change that had one, where this one has none. */
  readonly last?: string
  /** Where in the file the last compaction before this record begins, in bytes. */
  readonly comp?: number
  /** It was copied when the session was forked, so its time is none of a change of this session. */
  readonly copied?: true
  /** The session's id, where the file's name is too short to say it. */
  readonly id?: string
}

/** What the first record of a file says of its session. */
export interface SessionHeader {
  readonly lamella: 'session'
  /** Version of the format. */
  readonly v: number
  readonly tenant: string
  readonly user: string
  readonly agent: string
  readonly session: string
  readonly forkedFrom?: { readonly session: string; readonly at: number }
}

/** A record that was read. One of `message`, `compaction` and `header` is there. */
export interface SessionRecord extends RecordHead {
  /** Of the message's JSON text, in UTF-16 units; 0 without one. */
  readonly size: number
  readonly message?: Message
  readonly compaction?: NewCompaction
  readonly header?: SessionHeader
}

/** What a record is about, as JSON text. */
export interface Content {
  readonly key: 'message' | 'compaction' | 'header'
  readonly text: string
}

const start = '{"sum":"'
/** Bytes before those that the checksum is of. */
const sumEnd = start.length + 10
const contentKey = /,"(?:message|compaction|header)":/

/**
 * A record as a line of JSON with its line break: first a CRC-32 (as in gzip, in 8 hexadecimal digits) of everything behind
 * it on the line, then how many bytes the line has without its line break, then what it says.
 *
 * @param head The fields of a `RecordHead`, as JSON without its braces.
 */
export function writeRecord(head: string, { key, text }: Content): string {
  const rest = `${head},"${key}":${text}}`
  const fixed = sumEnd + '"len":,'.length + Buffer.byteLength(rest)
  // The length counts its own digits.
  let length = fixed + String(fixed).length
  if (fixed + String(length).length !== length) length = fixed + String(length).length
  const summed = `"len":${length},${rest}`
  return `${start}${hex(crc32(summed))}",${summed}\n`
}

/** Reads a line without its line break; `undefined` for anything whose checksum does not hold. */
export function readRecord(bytes: Buffer): SessionRecord | undefined {
  if (bytes.length <= sumEnd || bytes.toString('latin1', 0, start.length) !== start) return undefined
  if (bytes.toString('latin1', start.length, sumEnd) !== `${hex(crc32(bytes.subarray(sumEnd)))}",`) return undefined
  const text = bytes.toString('utf8')
  const content = contentKey.exec(text)
  if (content === null) return undefined
  const record = parsed(text)
  if (!record || ![record.seq, record.rev, record.pos, record.before].every(Number.isSafeInteger)) return undefined
  const isMessage = content[0] === ',"message":'
  return Object.assign(record, { size: isMessage ? text.length - content.index - content[0].length - 1 : 0 })
}

/** What has the right checksum is what was written, unless somebody made it by hand. */
function parsed(text: string): SessionRecord | undefined {
  try {
    return JSON.parse(text) as SessionRecord
  } catch {
    return undefined
  }
}

/** How long the record that begins here says it is, in bytes; `undefined` where none begins. */
export function lengthAt(bytes: Buffer, offset: number): number | undefined {
  const head = bytes.toString('latin1', offset, offset + 40)
  const length = /^\{"sum":"[0-9a-f]{8}","len":(\d{1,10}),/.exec(head)?.[1]
  return length === undefined ? undefined : Number(length)
}

/** The name of the change that a line belongs to, as JSON text, without looking at anything behind it. */
export function operationIn(line: Buffer): string | undefined {
  // Longer than all that stands before it: 200 characters are 1,200 bytes at most.
  return /^[^{]*\{[^{]*?,"op":("(?:[^"\\]|\\.)*")/.exec(line.toString('latin1', 0, 1_600))?.[1]
}

/** A hash of an operation's name, as `operationIn` gives it or as `JSON.stringify` does. */
export function operationHash(json: string, encoding: 'latin1' | 'utf8'): number {
  // 30 bits: those V8 keeps in a set without an object around them.
  return crc32(Buffer.from(json, encoding)) >>> 2
}

function hex(sum: number): string {
  return sum.toString(16).padStart(8, '0')
}
