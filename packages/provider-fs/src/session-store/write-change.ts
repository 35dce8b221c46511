import type { NewCompaction } from '@lamella/core/plugin'
import type { Change } from '@lamella/store'
import { known } from '../json.ts'
import type { SessionPlace } from './places.ts'
import { type Content, type RecordHead, type SessionHeader, writeRecord } from './record.ts'
import { formatVersion } from './session-file.ts'
import { emptyTail, type Tail } from './tail.ts'

/** Records to write, and the state of the session after that. */
export interface Written {
  readonly text: string
  readonly tail: Tail
}

/** A message to write. */
export interface WrittenMessage {
  /** Its JSON. */
  readonly text: string
  readonly at: string | undefined
}

/** Writes the records of an append. Requires at least one message. */
export function writeMessages(
  place: SessionPlace,
  tail: Tail,
  messages: readonly WrittenMessage[],
  operation: string | undefined,
): Written {
  const contents = messages.map(({ text, at }): DatedContent => ({ key: 'message', text, at }))
  return write(place, tail, operation, contents)
}

/** Returns the content of a compaction's record. A native summary keeps the order of its keys. */
export function compactionText({ start, end, text, native }: NewCompaction): string {
  return JSON.stringify({ start, end, text, native })
}

/** Writes the record of a compaction. */
export function writeCompaction(
  place: SessionPlace,
  tail: Tail,
  compaction: NewCompaction,
  { at, operation }: Pick<Change, 'at' | 'operation'>,
): Written {
  return write(place, tail, operation, [{ key: 'compaction', text: compactionText(compaction), at }])
}

/** The content of a record, and its time. */
interface DatedContent extends Content {
  readonly at: string | undefined
}

/**
 * Writes the first record of a file. A fork and an empty session may consist of this record alone, so they give it a
 * revision.
 */
export function writeHeader(
  place: SessionPlace,
  at: string | undefined,
  forkedFrom?: SessionHeader['forkedFrom'],
  rev: number = forkedFrom ? 1 : 0,
): string {
  const { owner, id: session } = place
  const { tenant, user, agent } = owner
  const header: SessionHeader = known({
    lamella: 'session',
    v: formatVersion,
    tenant,
    user,
    agent,
    session,
    forkedFrom,
  })
  return writeRecord(headText({ seq: 0, rev, pos: 0, before: 0, at }), { key: 'header', text: JSON.stringify(header) })
}

/** Writes a session that has no messages, at revision 1. */
export function writeBeginning(place: SessionPlace): Written {
  const text = writeHeader(place, undefined, undefined, 1)
  const end = Buffer.byteLength(text)
  return { text, tail: { ...emptyTail, end, size: end, seq: 1, revision: 1 } }
}

/** Returns the head of a record, for `writeRecord`. */
export function headText({ seq, rev, pos, before, part, at, op, since, last, comp, copied, id }: RecordHead): string {
  return JSON.stringify({ seq, rev, pos, before, part, at, op, since, last, comp, copied, id }).slice(1, -1)
}

function write(
  place: SessionPlace,
  from: Tail,
  operation: string | undefined,
  contents: readonly DatedContent[],
): Written {
  const isNew = from.seq === 0
  const firstAt = contents.find(({ at }) => at !== undefined)?.at
  const headerAt = isNew ? firstAt : from.headerAt
  const createdAt = headerAt === undefined ? (from.createdAt ?? firstAt) : undefined
  const id = place.named ? undefined : place.id
  // Without its line break the last record is complete, but the next one would follow on the same line.
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
    const others = { part, at, op: operation, since: createdAt, last, comp: from.comp, id }
    const line = writeRecord(headText({ seq, rev, pos, before, ...others }), content)
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
  const state = {
    end,
    size: end,
    seq,
    revision: rev,
    length: pos,
    textSize: before,
    updatedAt,
    createdAt,
    comp,
    lastAt,
  }
  return { text, tail: { ...emptyTail, ...state, headerAt } }
}
