import type { Rankable, Scope } from '@lamella/core'
import { checkId } from '../../check/check.ts'
import { checkChange } from '../../check/check-request.ts'
import { memoryConflict } from '../../check/store-errors.ts'
import type { PutOptions, StoredMemory } from '../../contract/memory-store.ts'
import { createOwners, type Owners } from '../owners.ts'

/** One entry in stored form. */
export interface MemoryRecord {
  readonly stored: StoredMemory
  /** Created on first search. */
  rankable?: Rankable
}

/** The entries of a store, shared by its methods. */
export interface MemoryRecords extends Owners<MemoryRecord> {
  /** @throws LamellaError `SCOPE_INVALID`, `STORE_VALUE_INVALID`, `MEMORY_CONFLICT` for an unexpected revision */
  find(scope: Scope, id: string, options?: PutOptions): StoredMemory | undefined
}

export function createMemoryRecords(): MemoryRecords {
  const owners = createOwners<MemoryRecord>()
  const find = (scope: Scope, id: string, options?: PutOptions): StoredMemory | undefined => {
    const stored = owners.of(scope).get(checkId('id', id))?.stored
    const { expectedRevision } = checkChange(options)
    const actual = stored?.revision ?? 0
    if (expectedRevision !== undefined && expectedRevision !== actual)
      throw memoryConflict(id, expectedRevision, actual)
    return stored
  }
  return { ...owners, find }
}

/** Returns a copy of an entry for callers. Its fields are texts and numbers, and one list. */
export function copyOf(stored: StoredMemory): StoredMemory {
  const { tags, metadata } = stored
  return {
    ...stored,
    ...(tags === undefined ? {} : { tags: [...tags] }),
    ...(metadata === undefined ? {} : { metadata: structuredClone(metadata) }),
  }
}
