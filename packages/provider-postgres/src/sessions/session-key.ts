import type { Scope } from '@lamella/core'
import { checkId, type Owner, ownerOf } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'

/** A session's place: its owner, its id, and the form of the id that the table is sorted by. */
export interface SessionKey {
  readonly owner: Owner
  readonly name: string
  readonly sort: Uint8Array
}

/** Returns the key of a session. @throws LamellaError `SCOPE_INVALID`, `STORE_VALUE_INVALID` */
export function sessionKey(scope: Scope, session: string, what = 'session'): SessionKey {
  const name = checkId(what, session)
  return sessionKeyOf(ownerOf(scope), name)
}

/** Returns the key of a session. */
export function sessionKeyOf(owner: Owner, name: string): SessionKey {
  return { owner, name, sort: sortKey(name) }
}
