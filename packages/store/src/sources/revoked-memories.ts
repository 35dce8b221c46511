import type { Scope } from '@lamella/core'
import { isLamellaError } from '@lamella/core'
import { type SourceRequest, throwIfAborted } from '@lamella/core/plugin'
import type { MemoryStore, StoredMemory } from '../contract/memory-store.ts'
import type { SearchFilter } from '../search/search-filter.ts'

/** How many entries to look up at the same time. */
const atOnce = 20

/**
 * Returns which ids a store does not have for the scope: erased ones, those of other scopes, those that no store can
 * have. An entry that no longer matches the source's filter counts as well, since the source must not show it.
 */
export async function revokedMemories(
  store: Pick<MemoryStore, 'get'>,
  accepts: SearchFilter,
  scope: Scope,
  ids: readonly string[],
  { signal }: SourceRequest,
): Promise<readonly string[]> {
  const revoked: string[] = []
  for (let start = 0; start < ids.length; start += atOnce) {
    throwIfAborted(signal, 'Reading memory')
    const some = ids.slice(start, start + atOnce)
    const entries = await Promise.all(some.map((id) => entryOf(store, scope, id)))
    for (const [index, id] of some.entries()) {
      const entry = entries[index]
      if (entry === undefined || !accepts(entry.date, entry)) revoked.push(id)
    }
  }
  return revoked
}

async function entryOf(store: Pick<MemoryStore, 'get'>, scope: Scope, id: string): Promise<StoredMemory | undefined> {
  try {
    return await store.get(scope, id)
  } catch (error) {
    // The id may be of another source, which this layer had before.
    if (isLamellaError(error, 'STORE_VALUE_INVALID')) return undefined
    throw error
  }
}
