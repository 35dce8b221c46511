import { isLamellaError, type MemoryEntry, type MemorySource, type Notice, type Scope } from '@lamella/core'
import { checkOptions, mustBeObject, mustBeWhole, mustHaveMethod, throwIfAborted } from '@lamella/core/plugin'
import type { MemoryStore, StoredMemory } from '../contract/memory-store.ts'
import type { MemoryFilter } from '../contract/search.ts'
import { searchFilter } from '../search/search-filter.ts'

/** Options of `memorySource`. */
export interface MemorySourceOptions {
  /** Default: all of the scope. */
  readonly filter?: MemoryFilter
  /** The maximum number of entries to read, by id. Default 10,000. */
  readonly maxEntries?: number
}

/** How many entries to read per page. */
const pageSize = 500

/** How many entries to look up at the same time. */
const atOnce = 20

/**
 * Uses a memory store as the source of the memory layer, which ranks the entries itself: reads all of the scope's, page
 * by page. For larger memories use `searchSource`. In a run it looks up the memories that the model has seen and are not among
 * the entries it read: those that are erased, or that no longer match the filter, are revoked.
 *
 * @throws LamellaError `OPTION_INVALID`; on reading, what the store throws
 * @example
 * const layer = memory({ source: memorySource(store), ranker: bm25() })
 */
export function memorySource(store: MemoryStore, options: MemorySourceOptions = {}): MemorySource {
  const { filter, maxEntries = 10_000 } = checkOptions(
    'memorySource',
    { ...options, store },
    {
      store: mustHaveMethod('list'),
      filter: mustBeObject,
      maxEntries: mustBeWhole(1),
    },
    ['store'],
  )
  return {
    entries: async (scope, { signal }) => {
      const entries: MemoryEntry[] = []
      for (let after: string | undefined; ; ) {
        throwIfAborted(signal, 'Reading memory')
        const request = {
          limit: Math.min(pageSize, maxEntries - entries.length),
          ...(filter === undefined ? {} : { filter }),
          ...(after === undefined ? {} : { after }),
        }
        const page = await store.list(scope, request)
        for (const entry of page.entries) entries.push(toEntry(entry))
        if (!page.more) return { entries }
        if (entries.length >= maxEntries) return { entries, notices: [leftOut(maxEntries)] }
        after = page.entries.at(-1)?.id
        if (after === undefined) return { entries }
      }
    },
    // Ids that the store does not have for the scope: erased ones, those of other scopes, those that no store can have. An
    // entry that no longer matches the filter counts as well, since the source must not show it.
    revoked: async (scope, ids, { signal }) => {
      const accepts = searchFilter('memory', filter)
      const revoked: string[] = []
      for (let start = 0; start < ids.length; start += atOnce) {
        throwIfAborted(signal, 'Reading memory')
        const some = ids.slice(start, start + atOnce)
        const entries = await Promise.all(some.map((id) => entryOf(store, scope, id)))
        const isRevoked = (entry: StoredMemory | undefined): boolean => !entry || !accepts(entry.date, entry)
        revoked.push(...some.filter((_, index) => isRevoked(entries[index])))
      }
      return revoked
    },
  }
}

/** Converts an entry to the form of the memory layer. */
export function toEntry({ id, text, date, speaker, session, importance, tags, source }: StoredMemory): MemoryEntry {
  return {
    id,
    text,
    ...(date === undefined ? {} : { date }),
    ...(speaker === undefined ? {} : { speaker }),
    ...(session === undefined ? {} : { session }),
    ...(importance === undefined ? {} : { importance }),
    ...(tags === undefined ? {} : { tags }),
    ...(source === undefined ? {} : { from: source }),
  }
}

function leftOut(maxEntries: number): Notice {
  return {
    code: 'MEMORIES_LEFT_OUT',
    what: `The memory has more than ${maxEntries} entries; the rest was not read.`,
    fix: 'Raise maxEntries, or set a filter.',
  }
}

async function entryOf(store: MemoryStore, scope: Scope, id: string): Promise<StoredMemory | undefined> {
  try {
    return await store.get(scope, id)
  } catch (error) {
    // The id may be of another source, which this layer had before.
    if (isLamellaError(error, 'STORE_VALUE_INVALID')) return undefined
    throw error
  }
}
