import { checkChange, checkMemory, checkStored, type MemoryStore, ownerOf } from '@lamella/store'
import { toKept } from '@lamella/store/search'
import { keepEntry } from './keep-entry.ts'
import { type MemoryParts, mustBeAt } from './memory-parts.ts'

/** Adds an entry, or replaces the one with its id. */
export function createPut(parts: MemoryParts): MemoryStore['put'] {
  return async (scope, entry, options) => {
    const owner = ownerOf(scope)
    const checked = checkMemory(entry)
    const { expectedRevision, at } = checkChange(options, 'put')
    const numberOf = (kept: number | string | null | undefined): number | null => (kept == null ? null : Number(kept))
    return keepEntry(parts, owner, checked, (before) => {
      mustBeAt(checked.id, before, expectedRevision)
      return {
        revision: Number(before?.revision ?? 0) + 1,
        createdAt: numberOf(before?.created_at) ?? toKept(at),
        updatedAt: toKept(at) ?? numberOf(before?.updated_at),
      }
    })
  }
}

/** Adds an entry unchanged from another store, with its revision and its times. */
export function createRestore(parts: MemoryParts): Required<MemoryStore>['restore'] {
  return async (scope, entry) => {
    const owner = ownerOf(scope)
    const { revision, createdAt, updatedAt, ...checked } = checkStored(entry)
    return keepEntry(parts, owner, checked, (before) => {
      mustBeAt(checked.id, before, 0)
      return { revision, createdAt: toKept(createdAt), updatedAt: toKept(updatedAt) }
    })
  }
}
