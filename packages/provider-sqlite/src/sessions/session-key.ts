import type { Owner } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import type { SessionKey } from './heads.ts'

/** Returns the key of a session. */
export function sessionKey(owner: Owner, name: string): SessionKey {
  return { owner, name, sort: sortKey(name) }
}
