import { checkPage } from '../../check/check-request.ts'
import type { SessionStore } from '../../contract/session-store.ts'
import { newRecord, storedMessages } from './session-record.ts'
import type { SessionRecords } from './session-records.ts'

/** Reads from the end of a session, up to a number of messages and a size. */
export function createPage(records: SessionRecords): SessionStore['page'] {
  return async (scope, session, request) => {
    const record = records.find(scope, session) ?? newRecord(session)
    const { revision, messages } = record
    const limits = checkPage(request, messages.length)
    let start = limits.before
    let size = 0
    while (start > 0 && limits.before - start < limits.messages) {
      size += messages[start - 1]?.text.length ?? 0
      if (size > limits.size && start < limits.before) break
      start--
    }
    const read = storedMessages(record, start, limits.before)
    return { messages: read, start, revision, length: messages.length, notices: [] }
  }
}
