import type { Owner } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'

/** A session's place: its owner, its id, and the form of the id that the table is sorted by. */
export interface SessionKey {
  readonly owner: Owner
  readonly name: string
  readonly sort: Uint8Array
}

/** Returns the key of a session. */
export function sessionKey(owner: Owner, name: string): SessionKey {
  return { owner, name, sort: sortKey(name) }
}
