import { checkStored, type MemoryStore, ownerOf } from '@lamella/store'
import { toKept } from '../database/instants.ts'
import { type MemoryParts, mustBeAt } from './memory-parts.ts'

/** Adds an entry unchanged from another store, with its revision and its times. */
export function createRestore({ keep }: MemoryParts): Required<MemoryStore>['restore'] {
  return async (scope, entry) => {
    const owner = ownerOf(scope)
    const { revision, createdAt, updatedAt, ...checked } = checkStored(entry)
    return keep(owner, checked, (before) => {
      mustBeAt(checked.id, before, 0)
      return { revision, createdAt: toKept(createdAt), updatedAt: toKept(updatedAt) }
    })
  }
}
