import { sessionDamaged } from '../check/store-errors.ts'
import type { Compaction } from '../contract/session-compactions.ts'
import type { SessionInfo } from '../contract/session-values.ts'

/** The format version of the lines that `export` of a session store returns. */
export const sessionLinesVersion = 1

/** A message of an exported session. */
export interface ExportedMessage {
  /** Its JSON, as it was stored. */
  readonly text: string
  /** The session's revision after the change that added it. */
  readonly revision: number
  /** ISO 8601 instant. */
  readonly at: string | undefined
}

/** A named change. Its revision identifies the change. */
export interface ExportedOperation {
  readonly name: string
  readonly revision: number
}

/** Everything that a store exports of a session. */
export interface SessionParts {
  readonly info: SessionInfo
  /** In order of their positions. */
  readonly messages: AsyncIterable<ExportedMessage> | Iterable<ExportedMessage>
  /** Oldest first. */
  readonly compactions: readonly Compaction[]
  /** Oldest first. */
  readonly operations: readonly ExportedOperation[]
}

/**
 * Writes the lines of an exported session, as every store returns them. There is only one valid form of each line, so
 * stores with the same session return the same bytes.
 *
 * @throws LamellaError `SESSION_DAMAGED` when the messages do not match `info`
 */
export async function* writeSessionLines({
  info,
  messages,
  compactions,
  operations,
}: SessionParts): AsyncGenerator<string, void, undefined> {
  yield headerLine(info)
  let length = 0
  let size = 0
  for await (const message of messages) {
    yield messageLine(length, message)
    length++
    size += message.text.length
  }
  if (length !== info.length || size !== info.size) {
    const problem = `has ${length} readable messages of size ${size} instead of ${info.length} of size ${info.size}`
    throw sessionDamaged(info.id, problem, 'Restore it from a copy, or read the rest with page().')
  }
  for (const compaction of compactions) yield compactionLine(compaction)
  for (const operation of operations) yield operationLine(operation)
  yield endLine(1 + length + compactions.length + operations.length)
}

export function headerLine(info: SessionInfo): string {
  const { id, revision, length, size, createdAt, updatedAt, forkedFrom: from } = info
  const forkedFrom = from && { session: from.session, at: from.at }
  const head = { lamella: 'session', version: sessionLinesVersion }
  return JSON.stringify({ ...head, id, revision, length, size, createdAt, updatedAt, forkedFrom })
}

/** The message's own text is inserted unchanged, so it is exported byte for byte. */
export function messageLine(position: number, { text, revision, at }: ExportedMessage): string {
  const time = at === undefined ? '' : `,"at":${JSON.stringify(at)}`
  return `{"position":${position},"revision":${revision}${time},"message":${text}}`
}

export function compactionLine({ start, end, text, native, revision, at }: Compaction): string {
  return JSON.stringify({ compaction: { start, end, text, native, revision, at } })
}

export function operationLine({ name, revision }: ExportedOperation): string {
  return JSON.stringify({ operation: { name, revision } })
}

/** @param lines The number of lines before it. */
export function endLine(lines: number): string {
  return JSON.stringify({ end: true, lines })
}
