import { mustBeAt, type RawMemory } from '@lamella/store'
import { toKept } from '@lamella/store/search'
import type { MemoryParts } from './memory-parts.ts'

/** Adds an entry, or replaces the one with its id. */
export function createPut({ keep }: MemoryParts): RawMemory['put'] {
  return (owner, entry, { expectedRevision, at }) =>
    keep(owner, entry, (before) => {
      mustBeAt('memory', entry.id, expectedRevision, before?.revision)
      return {
        revision: (before?.revision ?? 0) + 1,
        createdAt: before?.created_at ?? toKept(at),
        updatedAt: toKept(at) ?? before?.updated_at ?? null,
      }
    })
}

/** Adds an entry unchanged from another store, with its revision and its times. */
export function createRestore({ keep }: MemoryParts): Required<RawMemory>['restore'] {
  return (owner, { revision, createdAt, updatedAt, ...entry }) =>
    keep(owner, entry, (before) => {
      mustBeAt('memory', entry.id, 0, before?.revision)
      return { revision, createdAt: toKept(createdAt), updatedAt: toKept(updatedAt) }
    })
}
