import type { Compaction, SessionInfo } from '../../contract/session-store.ts'
import { sessionDamaged } from '../check/store-errors.ts'

/** Version of the lines that `export` of a session store gives. */
export const sessionLinesVersion = 1

/** A message of an exported session. */
export interface ExportedMessage {
  /** Its JSON, as it was kept. */
  readonly text: string
  /** Of the session after the change that added it. */
  readonly revision: number
  /** ISO 8601 instant. */
  readonly at: string | undefined
}

/** A change that was done under a name. What it was, its revision says. */
export interface ExportedOperation {
  readonly name: string
  readonly revision: number
}

/** All that a store exports of a session. */
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
 * The lines of an exported session, as every store gives them. Only one way to write each of them counts as right, so that
 * stores that have the same session give the same bytes.
 *
 * @throws LamellaError `SESSION_DAMAGED` when the messages are not those that `info` tells of
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
    const problem = `has ${length} messages of size ${size} that can be read, and had ${info.length} of size ${info.size}`
    throw sessionDamaged(info.id, problem, 'Restore it from a copy, or read what is left of it with page().')
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

/** The message's own text is put in as it is, so that it comes out byte for byte. */
export function messageLine(position: number, { text, revision, at }: ExportedMessage): string {
  const time = at === undefined ? '' : `,"at":${JSON.stringify(at)}`
  return `{"position":${position},"revision":${revision}${time},"message":${text}}`
}

export function compactionLine({ start, end, text, revision, at }: Compaction): string {
  return JSON.stringify({ compaction: { start, end, text, revision, at } })
}

export function operationLine({ name, revision }: ExportedOperation): string {
  return JSON.stringify({ operation: { name, revision } })
}

/** @param lines How many stand before it. */
export function endLine(lines: number): string {
  return JSON.stringify({ end: true, lines })
}
