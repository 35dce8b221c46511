import { type Compaction, type ExportedMessage, type ExportedOperation, writeSessionLines } from '@lamella/store'
import type { OpenedSession } from './open-session.ts'
import { piecesForward } from './pieces.ts'
import type { SessionPlace } from './places.ts'
import { toCompaction } from './plan-change.ts'
import type { SessionRecord } from './record.ts'
import { checkHeader, damaged, infoOf, readHeader } from './session-file.ts'
import { follows } from './verify-session.ts'

/**
 * Yields the lines of a session as of when it was opened: a file only grows. The file is read once, from the beginning.
 *
 * @throws LamellaError `SESSION_DAMAGED` when any part of it cannot be read
 */
export async function* exportSession(
  place: SessionPlace,
  session: OpenedSession,
): AsyncGenerator<string, void, undefined> {
  const { window, tail } = session
  const header = await readHeader(session)
  checkHeader(place, header?.header, tail)
  // Filled while the messages are read; their lines follow all messages.
  const compactions: Compaction[] = []
  const operations: ExportedOperation[] = []
  async function* messages(): AsyncGenerator<ExportedMessage, void, undefined> {
    let before: SessionRecord | undefined
    for await (const { record, start } of piecesForward(window, 0, tail.end)) {
      if (!record || !follows(before, record)) throw damaged(place, `is damaged at byte ${start}`, fix)
      before = record
      const { op: name, rev: revision, part, at, message, compaction } = record
      if (name !== undefined && (part?.[0] ?? 1) === 1) operations.push({ name, revision })
      if (compaction) compactions.push(toCompaction(record, compaction))
      if (message) yield { text: JSON.stringify(message), revision, at }
    }
  }
  yield* writeSessionLines({ info: infoOf(place.id, tail, header), messages: messages(), compactions, operations })
}

const fix = 'Restore it from a copy, or read the remaining messages with `page()`.'
