import type { FileHandle } from 'node:fs/promises'
import { rm } from 'node:fs/promises'
import type { NewCompaction } from '@lamella/core/plugin'
import { type ExportedSession, sessionExists } from '@lamella/store'
import { appending, openIfThere, replaceFile, writeAll } from '../disk/durable.ts'
import { copyRun } from './change-run.ts'
import { readCompactions } from './compactions.ts'
import type { OpenedSession } from './open-session.ts'
import { piecesForward } from './pieces.ts'
import type { SessionPlace } from './places.ts'
import { type SessionHeader, writeRecord } from './record.ts'
import { moveTorn, type RepairOptions } from './repair.ts'
import { damaged, inspect } from './session-file.ts'
import { emptyTail, type Tail } from './tail.ts'
import {
  compactionText,
  headText,
  type WrittenMessage,
  writeBeginning,
  writeCompaction,
  writeHeader,
  writeMessages,
} from './write-change.ts'

/** Approximate number of UTF-16 units per write. */
const writeSize = 1024 * 1024

/**
 * Writes a new session with the messages and compactions before `at`, and the state of the run. The write is atomic. The
 * lock of `into` must be held.
 *
 * @throws LamellaError `SESSION_DAMAGED` when one of those messages cannot be read
 */
export async function forkSession(
  place: SessionPlace,
  session: OpenedSession,
  into: SessionPlace,
  { at, ...writing }: RepairOptions & { readonly at: number },
): Promise<void> {
  const { compactions } = await readCompactions(place, session)
  const lines = copiedLines(into, {
    forkedFrom: { session: place.id, at },
    messages: messagesBefore(place, session, at),
    compactions: compactions.filter(({ end }) => end <= at),
  })
  await replaceFile(
    into.path,
    writing.sync,
    (file) => writeLines(file, lines),
    () => copyRun(place, into, writing),
  )
}

/**
 * Writes an exported session: its changes in their original order. The write is atomic. The lock of the place must be
 * held.
 */
export async function importSession(place: SessionPlace, exported: ExportedSession, sync: boolean): Promise<void> {
  await rm(place.runPath, { force: true })
  await replaceFile(place.path, sync, (file) => writeLines(file, importedLines(place, exported)))
}

async function writeLines(file: FileHandle, lines: AsyncIterable<string>): Promise<void> {
  let held = ''
  for await (const line of lines) {
    held += line
    if (held.length < writeSize) continue
    await writeAll(file, Buffer.from(held))
    held = ''
  }
  await writeAll(file, Buffer.from(held))
}

async function* importedLines(place: SessionPlace, exported: ExportedSession): AsyncGenerator<string, void, undefined> {
  const { info, messages, compactions, changes } = exported
  const { forkedFrom } = info
  let tail = emptyTail
  if (forkedFrom) {
    const copied = compactions.filter(({ revision }) => revision === 1)
    tail = yield* copiedLines(place, { forkedFrom, messages: messages.slice(0, forkedFrom.at), compactions: copied })
  } else if (changes[0]?.revision !== 1) {
    const begun = writeBeginning(place)
    yield begun.text
    tail = begun.tail
  }
  for (const { operation, start, length, compaction } of changes) {
    const written = compaction
      ? writeCompaction(place, tail, compaction, { at: compaction.at, operation })
      : writeMessages(place, tail, messages.slice(start, length), operation)
    yield written.text
    tail = written.tail
  }
}

/** The initial content of a forked session. */
interface Copied {
  readonly forkedFrom: NonNullable<SessionHeader['forkedFrom']>
  readonly messages: AsyncIterable<WrittenMessage> | Iterable<WrittenMessage>
  readonly compactions: readonly (NewCompaction & { readonly at?: string })[]
}

/** Yields the beginning of a forked session, all of it revision 1. Returns the resulting state. */
async function* copiedLines(
  into: SessionPlace,
  { forkedFrom, messages, compactions }: Copied,
): AsyncGenerator<string, Tail, undefined> {
  const own = { rev: 1, copied: true, id: into.named ? undefined : into.id } as const
  const header = writeHeader(into, undefined, forkedFrom)
  yield header
  let [end, seq, pos, before, lastAt] = [Buffer.byteLength(header), 1, 0, 0, 0]
  let comp: number | undefined
  for await (const { text, at } of messages) {
    const line = writeRecord(headText({ seq: seq++, pos: pos++, before, at, ...own }), { key: 'message', text })
    yield line
    lastAt = end
    end += Buffer.byteLength(line)
    before += text.length
  }
  for (const { at, ...compaction } of compactions) {
    const text = compactionText(compaction)
    const line = writeRecord(headText({ seq: seq++, pos, before, at, comp, ...own }), { key: 'compaction', text })
    yield line
    lastAt = end
    comp = end
    end += Buffer.byteLength(line)
  }
  return { ...emptyTail, end, size: end, seq, revision: 1, length: pos, textSize: before, comp, lastAt }
}

async function* messagesBefore(
  place: SessionPlace,
  { window, tail }: OpenedSession,
  at: number,
): AsyncGenerator<WrittenMessage, void, undefined> {
  let next = 0
  for await (const { record } of at === 0 ? [] : piecesForward(window, 0, tail.end)) {
    if (!record?.message) continue
    if (record.pos !== next) break
    yield { text: JSON.stringify(record.message), at: record.at }
    if (++next === at) return
  }
  if (next < at) throw damaged(place, 'has damaged messages in the range to fork', 'Fork before the damage.')
}

/**
 * Checks that a place has no session. Remains of an incomplete append are moved to another file.
 *
 * @throws LamellaError `SESSION_EXISTS`
 */
export async function mustBeFree(place: SessionPlace, options: RepairOptions): Promise<void> {
  const file = await openIfThere(place.path, appending)
  if (!file) return
  try {
    const { tail } = await inspect(place, file)
    if (tail.seq > 0) throw sessionExists(place.id)
    if (tail.size > 0) await moveTorn(place, file, tail, options)
  } finally {
    await file.close()
  }
}
