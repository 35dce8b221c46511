import type { Scope } from '../contract/scope.ts'
import type { MemoryEntry, MemorySource } from '../contract/sources.ts'

/** Memories that live as long as the program. */
export interface Memory extends MemorySource {
  /** Adds an entry, or puts it in the place of the one of its id. */
  put(scope: Scope, entry: MemoryEntry): void
  /** Whether there was such an entry. */
  delete(scope: Scope, id: string): boolean
}

/**
 * Memories by tenant and user: nobody is ever given those of another, and without a user those of no user.
 *
 * @example
 * const notes = createMemory()
 * notes.put({ tenant: 'acme', user: 'ada' }, { id: 'tea', text: 'Ada likes green tea.' })
 */
export function createMemory(): Memory {
  const owners = new Map<string, Map<string, MemoryEntry>>()
  // As JSON, so that no name can be put together from the names of others.
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
