import { messageTexts } from '../../check/check.ts'
import { checkAppend } from '../../check/check-request.ts'
import type { SessionStore } from '../../contract/session-store.ts'
import { appendTexts, newRecord } from './session-record.ts'
import type { SessionRecords } from './session-records.ts'

/** Adds messages. The first append creates the session. */
export function createAppend(records: SessionRecords): SessionStore['append'] {
  return async (scope, session, messages, options) => {
    const record = records.find(scope, session) ?? newRecord(session)
    const appended = appendTexts(record, messageTexts(messages), checkAppend(options, messages.length))
    if (appended.revision > 0) records.set(scope, session, record)
    return appended
  }
}
