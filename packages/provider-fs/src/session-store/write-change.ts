import type { Change, NewCompaction } from '@lamella/core/store'
import type { SessionPlace } from './places.ts'
import { type Content, type RecordHead, type SessionHeader, writeRecord } from './record.ts'
import { formatVersion } from './session-file.ts'
import type { Tail } from './tail.ts'

/** How a session stands for its writer. */
export interface WriterTail extends Tail {
  /** What the header says of the first change's time. */
  readonly headerAt: string | undefined
}

/** Records that are still to be written, and how the session stands with them. */
export interface Written {
  readonly text: string
  readonly tail: WriterTail
}

/** A message to be written. */
export interface WrittenMessage {
  /** Its JSON. */
  readonly text: string
  readonly at: string | undefined
}

/** The records of an append. There is one message at least. */
export function writeMessages(
  place: SessionPlace,
  tail: WriterTail,
  messages: readonly WrittenMessage[],
  operation: string | undefined,
): Written {
  return write(
    place,
    tail,
    operation,
    messages.map(({ text, at }): DatedContent => ({ key: 'message', text, at })),
  )
}

/** The record of a compaction. */
export function writeCompaction(
  place: SessionPlace,
  tail: WriterTail,
  { start, end, text }: NewCompaction,
  { at, operation }: Pick<Change, 'at' | 'operation'>,
): Written {
  return write(place, tail, operation, [{ key: 'compaction', text: JSON.stringify({ start, end, text }), at }])
}

/** What a record is about, and when that happened. */
interface DatedContent extends Content {
  readonly at: string | undefined
}

/** The first record of a file. A fork is there with nothing but it, so it has a revision. */
export function writeHeader(
  place: SessionPlace,
  at: string | undefined,
  forkedFrom?: SessionHeader['forkedFrom'],
): string {
  const { tenant, user, agent } = place.owner
  const header: SessionHeader = {
    lamella: 'session',
    v: formatVersion,
    tenant,
    user,
    agent,
    session: place.id,
    ...(forkedFrom && { forkedFrom }),
  }
  const head = headText({ seq: 0, rev: forkedFrom ? 1 : 0, pos: 0, before: 0 }, rarely({ at }))
  return writeRecord(head, { key: 'header', text: JSON.stringify(header) })
}

/** What every record of a file has. */
interface Numbers {
  readonly seq: number
  readonly rev: number
  readonly pos: number
  readonly before: number
}

/** Fields that a record may have. */
type Rare = { readonly [Key in Exclude<keyof RecordHead, keyof Numbers>]?: RecordHead[Key] | undefined }

/** The head of a record as `writeRecord` takes it. */
export function headText({ seq, rev, pos, before }: Numbers, others: string): string {
  return `"seq":${seq},"rev":${rev},"pos":${pos},"before":${before}${others}`
}

/** Fields that a record may have, in their order, as text to be put behind the numbers. */
export function rarely(fields: Rare): string {
  const { part, at, op, since, last, comp, copied, id } = fields
  const text = JSON.stringify({ part, at, op, since, last, comp, copied, id }).slice(1, -1)
  return text === '' ? '' : `,${text}`
}

function write(
  place: SessionPlace,
  from: WriterTail,
  operation: string | undefined,
  contents: readonly DatedContent[],
): Written {
  const isNew = from.seq === 0
  const firstAt = contents.find(({ at }) => at !== undefined)?.at
  const headerAt = isNew ? firstAt : from.headerAt
  const createdAt = headerAt === undefined ? (from.createdAt ?? firstAt) : undefined
  const id = place.named ? undefined : place.id
  // Without its line break the last record is whole, and the next one would be glued to it.
  let text = from.unbroken ? '\n' : ''
  if (isNew) text += writeHeader(place, headerAt)
  let bytes = Buffer.byteLength(text)
  let comp = from.comp
  let seq = isNew ? 1 : from.seq
  let pos = from.length
  let before = from.textSize
  const rev = from.revision + 1
  let lastAt = from.end
  let { updatedAt } = from
  for (const [index, content] of contents.entries()) {
    const { at } = content
    const part = contents.length === 1 ? undefined : ([index + 1, contents.length] as const)
    const last = at === undefined ? updatedAt : undefined
    const others = rarely({ part, at, op: operation, since: createdAt, last, comp: from.comp, id })
    const line = writeRecord(headText({ seq, rev, pos, before }, others), content)
    updatedAt = at ?? updatedAt
    lastAt = from.end + bytes
    if (content.key === 'compaction') comp = lastAt
    else {
      pos++
      before += content.text.length
    }
    text += line
    bytes += Buffer.byteLength(line)
    seq++
  }
  const end = from.end + bytes
  const tail: WriterTail = {
    end,
    size: end,
    unbroken: false,
    seq,
    revision: rev,
    length: pos,
    textSize: before,
    updatedAt,
    createdAt,
    comp,
    lastAt,
    damaged: 0,
    lost: false,
    headerAt,
  }
  return { text, tail }
}
