import type { Change, NewCompaction } from '@lamella/core'
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

/** The records of an append. There is one message at least. */
export function writeMessages(
  place: SessionPlace,
  tail: WriterTail,
  texts: readonly string[],
  change: Change,
): Written {
  return write(
    place,
    tail,
    change,
    texts.map((text): Content => ({ key: 'message', text })),
  )
}

/** The record of a compaction. */
export function writeCompaction(
  place: SessionPlace,
  tail: WriterTail,
  { start, end, text }: NewCompaction,
  change: Change,
): Written {
  return write(place, tail, change, [{ key: 'compaction', text: JSON.stringify({ start, end, text }) }])
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
  { at, operation }: Change,
  contents: readonly Content[],
): Written {
  const isNew = from.seq === 0
  const headerAt = isNew ? at : from.headerAt
  const createdAt = headerAt === undefined ? (from.createdAt ?? at) : undefined
  const fields = {
    at,
    op: operation,
    since: createdAt,
    last: at === undefined ? from.updatedAt : undefined,
    comp: from.comp,
    id: place.named ? undefined : place.id,
  }
  const alone = rarely(fields)
  // Without its line break the last record is whole, and the next one would be glued to it.
  let text = from.unbroken ? '\n' : ''
  if (isNew) text += writeHeader(place, at)
  let bytes = Buffer.byteLength(text)
  let comp = from.comp
  let seq = isNew ? 1 : from.seq
  let pos = from.length
  let before = from.textSize
  const rev = from.revision + 1
  let lastAt = from.end
  for (const [index, content] of contents.entries()) {
    const others = contents.length === 1 ? alone : rarely({ part: [index + 1, contents.length], ...fields })
    const line = writeRecord(headText({ seq, rev, pos, before }, others), content)
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
    updatedAt: at ?? from.updatedAt,
    createdAt,
    comp,
    lastAt,
    damaged: 0,
    lost: false,
    headerAt,
  }
  return { text, tail }
}
