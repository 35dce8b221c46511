import type { ExportedSession } from '../../lines/read-session-lines.ts'
import type { SessionParts } from '../../lines/session-lines.ts'
import { infoOf, newRecord, type SessionRecord } from './session-record.ts'

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
