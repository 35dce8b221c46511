import type { Message } from '@lamella/core'
import type { NewCompaction, Rankable } from '@lamella/core/plugin'
import { messageText } from '@lamella/core/plugin'
import { invalid } from '../check/check.ts'
import { type AppendChange, type Change, sameCompaction } from '../check/check-request.ts'
import { mustBeAt } from '../check/store-errors.ts'
import type { Compaction } from '../contract/session-compactions.ts'
import type { Appended, SessionInfo, StoredMessage } from '../contract/session-values.ts'
import type { ExportedSession } from '../lines/read-session-lines.ts'
import type { SessionParts } from '../lines/session-lines.ts'

/** One stored message, as text, so that callers cannot change it. */
export interface MessageRecord {
  readonly text: string
  readonly sizeBefore: number
  /** The session's revision after the change that added it. */
  readonly revision: number
  readonly at: string | undefined
  /** Created on first search by a ranker: the text, and the role as the voice. */
  said?: Required<Pick<Rankable, 'text' | 'voice'>>
}

/** One session in stored form. */
export interface SessionRecord {
  readonly id: string
  revision: number
  size: number
  createdAt: string | undefined
  updatedAt: string | undefined
  readonly messages: MessageRecord[]
  readonly compactions: Compaction[]
  /** Named operations, which are not repeated. */
  readonly operations: Map<string, Appended | Compaction>
  readonly forkedFrom: { readonly session: string; readonly at: number } | undefined
  /** The state of its run, as texts, so that callers cannot change it: the whole, and what was added. */
  run: { readonly texts: readonly string[]; readonly version: number } | undefined
}

/** Creates an empty session. */
export function newRecord(id: string, forkedFrom?: SessionRecord['forkedFrom']): SessionRecord {
  const nothing = { revision: 0, size: 0, createdAt: undefined, updatedAt: undefined, run: undefined }
  return { id, ...nothing, messages: [], compactions: [], operations: new Map(), forkedFrom }
}

/** Adds messages, unless they were added before. */
export function appendTexts(record: SessionRecord, texts: readonly string[], change: AppendChange): Appended {
  // No operation is named ''.
  const done = record.operations.get(change.operation ?? '')
  if (done) {
    if (!('length' in done)) throw anotherChange()
    const before = record.messages.slice(done.start, done.length)
    if (before.length === texts.length && texts.every((text, index) => text === before[index]?.text)) {
      return { ...done, repeated: true }
    }
    throw anotherChange()
  }
  mustBeAt('session', record.id, change.expectedRevision, record.revision)
  const start = record.messages.length
  const revision = record.revision + 1
  if (texts.length === 0) return { revision: record.revision, start, length: start, repeated: false }
  for (const [index, text] of texts.entries()) {
    const at = change.times[index]
    record.messages.push({ text, sizeBefore: record.size, revision, at })
    record.size += text.length
    date(record, at)
  }
  record.revision = revision
  const appended = { revision, start, length: record.messages.length, repeated: false }
  if (change.operation !== undefined) record.operations.set(change.operation, appended)
  // A copy, so that callers cannot change the stored result.
  return { ...appended }
}

/** Adds a compaction, unless it was added before. */
export function addCompaction(record: SessionRecord, compaction: NewCompaction, change: Change): Compaction {
  // No operation is named ''.
  const done = record.operations.get(change.operation ?? '')
  if (done) {
    if ('text' in done && sameCompaction(done, compaction)) return copyOf(done)
    throw anotherChange()
  }
  mustBeAt('session', record.id, change.expectedRevision, record.revision)
  const revision = ++record.revision
  date(record, change.at)
  const added = change.at === undefined ? { ...compaction, revision } : { ...compaction, revision, at: change.at }
  record.compactions.push(added)
  if (change.operation !== undefined) record.operations.set(change.operation, added)
  return copyOf(added)
}

/** Returns a copy of a compaction, so that callers cannot change the stored one. */
export function copyOf(compaction: Compaction): Compaction {
  return compaction.native === undefined ? { ...compaction } : structuredClone(compaction)
}

/** Creates a new session from the messages before `end`. */
export function forkOf(from: SessionRecord, into: string, end: number): SessionRecord {
  const fork = newRecord(into, { session: from.id, at: end })
  for (const message of from.messages.slice(0, end)) fork.messages.push({ ...message, revision: 1 })
  for (const one of from.compactions) if (one.end <= end) fork.compactions.push({ ...one, revision: 1 })
  fork.size = from.messages[end]?.sizeBefore ?? from.size
  fork.revision = 1
  fork.run = from.run && { texts: from.run.texts, version: 1 }
  return fork
}

/** Returns the metadata of a session. */
export function infoOf(record: SessionRecord): SessionInfo {
  const { id, revision, messages, size, createdAt, updatedAt, forkedFrom } = record
  return {
    id,
    revision,
    length: messages.length,
    size,
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(updatedAt === undefined ? {} : { updatedAt }),
    ...(forkedFrom === undefined ? {} : { forkedFrom: { ...forkedFrom } }),
  }
}

/** Returns a snapshot of a session for export: the session may grow while its lines are read. */
export function partsOf(record: SessionRecord): SessionParts {
  return {
    info: infoOf(record),
    messages: record.messages.slice(),
    compactions: record.compactions.slice(),
    operations: Array.from(record.operations, ([name, { revision }]) => ({ name, revision })),
  }
}

/** Restores an exported session under an id. */
export function importedRecord(id: string, { info, messages, compactions, changes }: ExportedSession): SessionRecord {
  const record = newRecord(id, info.forkedFrom)
  for (const { text, revision, at } of messages) {
    record.messages.push({ text, sizeBefore: record.size, revision, at })
    record.size += text.length
  }
  for (const compaction of compactions) record.compactions.push(compaction)
  for (const { operation, revision, start, length, compaction } of changes) {
    if (operation === undefined) continue
    record.operations.set(operation, compaction ?? { revision, start, length, repeated: false })
  }
  record.revision = info.revision
  record.createdAt = info.createdAt
  record.updatedAt = info.updatedAt
  return record
}

/** Returns messages `start` to `end`, parsed again on every call. */
export function storedMessages(record: SessionRecord, start: number, end: number): readonly StoredMessage[] {
  return record.messages.slice(start, end).map(({ text, sizeBefore, at }, index) => {
    const message = JSON.parse(text) as Message
    const position = start + index
    return at === undefined ? { position, message, sizeBefore } : { position, message, sizeBefore, at }
  })
}

/** Returns the searchable text of a message, created once. Its role is not a name, so it has no speaker, but is its voice. */
export function rankableMessage(session: string, position: number, record: MessageRecord): Rankable {
  if (record.said === undefined) {
    const message = JSON.parse(record.text) as Message
    record.said = { text: messageText(message), voice: message.role }
  }
  const rankable = { id: `${position}#${session}`, ...record.said, session }
  return record.at === undefined ? rankable : { ...rankable, date: record.at }
}

function date(record: SessionRecord, at: string | undefined): void {
  record.createdAt ??= at
  record.updatedAt = at ?? record.updatedAt
}

function anotherChange(): Error {
  return invalid('options.operation', 'is the name of another change of this session')
}
