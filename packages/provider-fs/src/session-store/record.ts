import { crc32 } from 'node:zlib'
import type { Message } from '@lamella/core'
import type { NewCompaction } from '@lamella/core/plugin'
import { parsedJson } from '../json.ts'

/** The fields of every record of a session file, in addition to its content. */
export interface RecordHead {
  /** Number of the record in its file; the header is 0. */
  readonly seq: number
  /** Revision of the session after the record's change. */
  readonly rev: number
  /** Position of its message, or of the next one if it has no message. */
  readonly pos: number
  /** Size of all messages before `pos`, in UTF-16 units of their JSON text. */
  readonly before: number
  /** The record's index among the records of one change, from 1, and their number. Absent: the only one. */
  readonly part?: readonly [part: number, parts: number] | undefined
  /** Time of the change: an ISO 8601 instant. */
  readonly at?: string | undefined
  /** Name of the change. */
  readonly op?: string | undefined
  /** Time of the first change that had a time, if the header does not have it. */
  readonly since?: string | undefined
  /** Time of the last change with a time, if this change has none. */
  readonly last?: string | undefined
  /** Byte offset of the last compaction before this record. */
  readonly comp?: number | undefined
  /** Whether it was copied by a fork, so that its time is not that of a change to this session. */
  readonly copied?: true | undefined
  /** The session's id, if the file name is too short to contain it. */
  readonly id?: string | undefined
}

/** The session data in the first record of a file. */
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

/**
 * A parsed record. One of `message`, `compaction` and `header` is present, or none in a record of a kind that a later release
 * has added: it has the revision of the change before it, and readers pass over it. New fields of a record precede its content.
 */
export interface SessionRecord extends RecordHead {
  /** The size of the message's JSON text, in UTF-16 units; 0 without a message. */
  readonly size: number
  readonly message?: Message
  readonly compaction?: NewCompaction
  readonly header?: SessionHeader
}

/** The content of a record, as JSON text. */
export interface Content {
  readonly key: 'message' | 'compaction' | 'header'
  readonly text: string
}

const start = '{"sum":"'
/** The number of bytes before the data that the checksum covers. */
const sumEnd = start.length + 10
const messageKey = ',"message":'

/**
 * Writes a record as a line of JSON with its line break: first a CRC-32 (as in gzip, in 8 hexadecimal digits) of the
 * rest of the line, then the length of the line in bytes without its line break, then the content.
 *
 * @param head The fields of a `RecordHead`, as JSON without the braces.
 */
export function writeRecord(head: string, { key, text }: Content): string {
  const rest = `${head},"${key}":${text}}`
  const fixed = sumEnd + '"len":,'.length + Buffer.byteLength(rest)
  // The length includes its own digits.
  let length = fixed + String(fixed).length
  if (fixed + String(length).length !== length) length = fixed + String(length).length
  const summed = `"len":${length},${rest}`
  return withSum(summed)
}

/** Writes a line with a CRC-32, in 8 hexadecimal digits, of the fields after it. */
export function withSum(fields: string): string {
  return `${beginning(crc32(fields))}${fields}\n`
}

/** Checks the CRC-32 of a line without its line break. */
export function hasSum(line: Buffer): boolean {
  return line.length > sumEnd && line.toString('latin1', 0, sumEnd) === beginning(crc32(line.subarray(sumEnd)))
}

function beginning(sum: number): string {
  return `${start}${sum.toString(16).padStart(8, '0')}",`
}

/** Parses a line without its line break; returns `undefined` if the checksum is wrong. */
export function readRecord(bytes: Buffer): SessionRecord | undefined {
  if (!hasSum(bytes)) return undefined
  const text = bytes.toString('utf8')
  // A right checksum means the data is as written, unless it was forged.
  const record = parsedJson(text) as SessionRecord | undefined
  if (!record || ![record.seq, record.rev, record.pos, record.before].every(Number.isSafeInteger)) return undefined
  const size = record.message ? text.length - text.indexOf(messageKey) - messageKey.length - 1 : 0
  return Object.assign(record, { size })
}

/** Returns the stated length in bytes of the record at an offset; `undefined` if no record begins there. */
export function lengthAt(bytes: Buffer, offset: number): number | undefined {
  const head = bytes.toString('latin1', offset, offset + 40)
  const length = /^\{"sum":"[0-9a-f]{8}","len":(\d{1,10}),/.exec(head)?.[1]
  return length === undefined ? undefined : Number(length)
}

/** Returns the name of a line's change, as JSON text, without reading the rest of the line. */
export function operationIn(line: Buffer): string | undefined {
  // Longer than everything before it: 200 characters are at most 1,200 bytes.
  return /^[^{]*\{[^{]*?,"op":("(?:[^"\\]|\\.)*")/.exec(line.toString('latin1', 0, 1_600))?.[1]
}

/** Returns a hash of an operation's name, as returned by `operationIn` or `JSON.stringify`. */
export function operationHash(json: string, encoding: 'latin1' | 'utf8'): number {
  // 30 bits: V8 stores numbers of this size in a set without boxing.
  return crc32(Buffer.from(json, encoding)) >>> 2
}
