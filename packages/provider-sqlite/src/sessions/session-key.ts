import type { Scope } from '@lamella/core'
import { checkId, ownerOf } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import type { SessionKey } from './heads.ts'

/** Returns the key of a session. @throws LamellaError `SCOPE_INVALID`, `STORE_VALUE_INVALID` */
export function sessionKey(scope: Scope, session: string, what = 'session'): SessionKey {
  const owner = ownerOf(scope)
  const name = checkId(what, session)
  return { owner, name, sort: sortKey(name) }
}
