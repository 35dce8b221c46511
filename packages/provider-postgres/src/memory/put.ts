import { mustBeAt, type RawMemory } from '@lamella/store'
import { toKept } from '@lamella/store/search'
import { keepEntry } from './keep-entry.ts'
import type { MemoryParts } from './memory-parts.ts'

/** Adds an entry, or replaces the one with its id. */
export function createPut(parts: MemoryParts): RawMemory['put'] {
  const numberOf = (kept: number | string | null | undefined): number | null => (kept == null ? null : Number(kept))
  return (owner, entry, { expectedRevision, at }) =>
    keepEntry(parts, owner, entry, (before) => {
      mustBeAt('memory', entry.id, expectedRevision, Number(before?.revision ?? 0))
      return {
        revision: Number(before?.revision ?? 0) + 1,
        createdAt: numberOf(before?.created_at) ?? toKept(at),
        updatedAt: toKept(at) ?? numberOf(before?.updated_at),
      }
    })
}

/** Adds an entry unchanged from another store, with its revision and its times. */
export function createRestore(parts: MemoryParts): Required<RawMemory>['restore'] {
  return (owner, { revision, createdAt, updatedAt, ...entry }) =>
    keepEntry(parts, owner, entry, (before) => {
      mustBeAt('memory', entry.id, 0, Number(before?.revision ?? 0))
      return { revision, createdAt: toKept(createdAt), updatedAt: toKept(updatedAt) }
    })
}
