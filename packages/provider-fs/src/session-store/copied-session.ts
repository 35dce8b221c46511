import type { FileHandle } from 'node:fs/promises'
import type { NewCompaction } from '@lamella/core/plugin'
import { writeAll } from '../disk/durable.ts'
import type { SessionPlace } from './places.ts'
import { type SessionHeader, writeRecord } from './record.ts'
import { emptyTail } from './tail.ts'
import {
  compactionText,
  headText,
  optionalFields,
  type WriterTail,
  type WrittenMessage,
  writeHeader,
} from './write-change.ts'

/** Approximate number of UTF-16 units per write. */
const writeSize = 1024 * 1024

/** Collects text and writes it in larger pieces. */
export interface Output {
  add(text: string): Promise<void>
  flush(): Promise<void>
  /** Total bytes added. */
  bytes(): number
}

export function createOutput(file: FileHandle): Output {
  let text = ''
  let bytes = 0
  async function flush(): Promise<void> {
    const piece = Buffer.from(text)
    text = ''
    await writeAll(file, piece)
  }
  return {
    async add(more) {
      text += more
      bytes += Buffer.byteLength(more)
      if (text.length >= writeSize) await flush()
    },
    flush,
    bytes: () => bytes,
  }
}

/** The initial content of a forked session. */
export interface Copied {
  readonly forkedFrom: NonNullable<SessionHeader['forkedFrom']>
  readonly messages: AsyncIterable<WrittenMessage> | Iterable<WrittenMessage>
  readonly compactions: readonly (NewCompaction & { readonly at?: string })[]
}

/** Writes the beginning of a forked session, all of it revision 1, to an empty file. Returns the resulting state. */
export async function writeCopied(
  out: Output,
  into: SessionPlace,
  { forkedFrom, messages, compactions }: Copied,
): Promise<WriterTail> {
  const id = into.named ? undefined : into.id
  const rev = 1
  let seq = 1
  let pos = 0
  let before = 0
  let comp: number | undefined
  let lastAt = 0
  await out.add(writeHeader(into, undefined, forkedFrom))
  for await (const { text, at } of messages) {
    lastAt = out.bytes()
    const others = optionalFields({ at, copied: true, id })
    await out.add(writeRecord(headText({ seq: seq++, rev, pos: pos++, before }, others), { key: 'message', text }))
    before += text.length
  }
  for (const { at, ...compaction } of compactions) {
    lastAt = out.bytes()
    const head = headText({ seq: seq++, rev, pos, before }, optionalFields({ at, comp, copied: true, id }))
    comp = lastAt
    await out.add(writeRecord(head, { key: 'compaction', text: compactionText(compaction) }))
  }
  const end = out.bytes()
  const numbers = { end, size: end, seq, revision: rev, length: pos, textSize: before }
  return { ...emptyTail, ...numbers, comp, lastAt, headerAt: undefined }
}
