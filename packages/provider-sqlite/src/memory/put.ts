import { checkChange, checkMemory, checkStored, type MemoryStore, ownerOf } from '@lamella/store'
import { toKept } from '@lamella/store/search'
import { type MemoryParts, mustBeAt } from './memory-parts.ts'

/** Adds an entry, or replaces the one with its id. */
export function createPut({ keep }: MemoryParts): MemoryStore['put'] {
  return async (scope, entry, options) => {
    const owner = ownerOf(scope)
    const checked = checkMemory(entry)
    const { expectedRevision, at } = checkChange(options, 'put')
    return keep(owner, checked, (before) => {
      mustBeAt(checked.id, before, expectedRevision)
      return {
        revision: (before?.revision ?? 0) + 1,
        createdAt: before?.created_at ?? toKept(at),
        updatedAt: toKept(at) ?? before?.updated_at ?? null,
      }
    })
  }
}

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
