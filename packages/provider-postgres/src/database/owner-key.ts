import { createHash } from 'node:crypto'
import type { Owner } from '@lamella/store'

/** Returns the key of an owner within its tenant: a hash (SHA-256) of the ids of user and agent. */
export function ownerKey({ user, agent }: Owner): Uint8Array {
  return createHash('sha256')
    .update(JSON.stringify([user, agent]))
    .digest()
}
