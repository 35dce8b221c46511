import type { Scope } from '@lamella/core'
import { checkId } from '../../check/check.ts'
import { sessionMissing } from '../../check/store-errors.ts'
import { createOwners, type Owners } from '../owners.ts'
import type { SessionRecord } from './session-record.ts'

/** The sessions of a store, shared by its methods. */
export interface SessionRecords extends Owners<SessionRecord> {
  /** @throws LamellaError `SCOPE_INVALID`, `STORE_VALUE_INVALID` */
  find(scope: Scope, session: string): SessionRecord | undefined
  /** @throws LamellaError `SESSION_MISSING`, and the errors of `find` */
  mustFind(scope: Scope, session: string): SessionRecord
}

export function createSessionRecords(): SessionRecords {
  const owners = createOwners<SessionRecord>()
  const find = (scope: Scope, session: string): SessionRecord | undefined =>
    owners.of(scope).get(checkId('session', session))
  const mustFind = (scope: Scope, session: string): SessionRecord => {
    const record = find(scope, session)
    if (!record) throw sessionMissing(session)
    return record
  }
  return { ...owners, find, mustFind }
}
