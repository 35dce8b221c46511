import type { Message, Notice } from '@lamella/core'
import type { PageLimits, SessionPage, StoredMessage } from '@lamella/store'
import { createDamageLog, tornNotices } from './damage.ts'
import type { OpenedSession } from './open-session.ts'
import { lineFrom, piecesBackward, piecesForward } from './pieces.ts'
import type { SessionPlace } from './places.ts'
import type { SessionRecord } from './record.ts'
import type { SessionFile } from './session-file.ts'

/** Reads backward up to the limits. */
export async function readPage(place: SessionPlace, session: OpenedSession, limits: PageLimits): Promise<SessionPage> {
  const { tail, window } = session
  const log = createDamageLog(place)
  const messages: StoredMessage[] = []
  let size = 0
  // Without a limit, the read reaches the beginning.
  let start = 0
  for await (const piece of piecesBackward(window, await seek(session, limits.before))) {
    const { record } = piece
    size += record?.size ?? 0
    if (record?.message && size > limits.size && messages.length > 0) {
      start = record.pos + 1
      break
    }
    log.see(piece)
    if (!record?.message) continue
    messages.push(toStored(record, record.message))
    if (messages.length < limits.messages) continue
    start = record.pos
    break
  }
  messages.reverse()
  const notices = [...log.notices(), ...tornNotices(session, place)]
  return { messages, start, revision: tail.revision, length: tail.length, notices }
}

/** Reads messages `start` to `end`, with notices about damage. */
export async function readRange(
  place: SessionPlace,
  session: OpenedSession,
  range: { readonly start: number; readonly end: number },
): Promise<{ readonly messages: readonly StoredMessage[]; readonly notices: readonly Notice[] }> {
  const log = createDamageLog(place)
  const messages: StoredMessage[] = []
  if (range.start >= range.end) return { messages, notices: [] }
  for await (const piece of piecesForward(session.window, await seek(session, range.start), session.tail.end)) {
    const { record } = piece
    if (record && record.pos >= range.end) break
    log.see(piece)
    if (record?.message) messages.push(toStored(record, record.message))
  }
  return { messages, notices: log.notices() }
}

function toStored({ pos, before, at }: SessionRecord, message: Message): StoredMessage {
  const stored = { position: pos, message, sizeBefore: before }
  return at === undefined ? stored : { ...stored, at }
}

/** Size of a range that is scanned linearly, in bytes. */
const near = 64 * 1024

/**
 * Returns the offset of the first record with position `position` or higher; the end of the file if there is none. Uses
 * binary search, since records contain their position. Skips damaged records.
 */
async function seek(session: SessionFile, position: number): Promise<number> {
  const { end, length } = session.tail
  if (position <= 0) return 0
  if (position >= length) return end
  // All records before `low` have lower positions, none from `high` on do.
  let low = 0
  let high = end
  while (high - low > near) {
    const middle = low + Math.floor((high - low) / 2)
    const found = await recordFrom(session, middle, high)
    if (found === undefined || found.pos >= position) high = middle
    else low = found.start
  }
  for await (const { record, start } of piecesForward(session.window, low, end)) {
    if (record !== undefined && record.pos >= position) return start
  }
  return end
}

/** Returns the first record that begins at or after one offset and before another. */
async function recordFrom(
  { window, tail }: SessionFile,
  place: number,
  before: number,
): Promise<{ readonly start: number; readonly pos: number } | undefined> {
  const line = await lineFrom(window, place, tail.end)
  for await (const { record, start } of piecesForward(window, line, tail.end)) {
    if (start >= before) return undefined
    if (record) return { start, pos: record.pos }
  }
  return undefined
}
