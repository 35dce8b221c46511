import type { MemoryEntry, MemorySource, Scope } from '@lamella/core'

/** Memories that live as long as the program. */
export interface Memory extends MemorySource {
  /** Adds an entry, or replaces the one with its id. */
  put(scope: Scope, entry: MemoryEntry): void
  /** Returns whether the entry existed. */
  delete(scope: Scope, id: string): boolean
}

/**
 * Creates memories by tenant and user: a user never gets another user's memories, and a scope without a user gets only
 * memories without a user.
 *
 * @example
 * const notes = createMemory()
 * notes.put({ tenant: 'acme', user: 'ada' }, { id: 'tea', text: 'Ada likes green tea.' })
 */
export function createMemory(): Memory {
  const owners = new Map<string, Map<string, MemoryEntry>>()
  // As JSON, so that different names cannot join to the same key.
  const keyOf = ({ tenant, user }: Scope): string => JSON.stringify([tenant, user])
  return {
    put: (scope, entry) => {
      const key = keyOf(scope)
      const entries = owners.get(key) ?? new Map<string, MemoryEntry>()
      owners.set(key, entries.set(entry.id, entry))
    },
    delete: (scope, id) => owners.get(keyOf(scope))?.delete(id) ?? false,
    entries: (scope) => ({ entries: [...(owners.get(keyOf(scope))?.values() ?? [])] }),
  }
}
