import { createHash } from 'node:crypto'
import type { NewMemory } from '@lamella/store'

/**
 * Returns the number of the conversation of an entry; 0 for none. It has 48 bits, of which two names have the same by chance
 * once in 2 ** 48.
 */
export function groupOf({ session }: NewMemory): number {
  return session === undefined ? 0 : 1 + createHash('sha256').update(session).digest().readUIntBE(0, 6)
}
