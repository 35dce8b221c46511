import { createArchive } from './archival.ts'
import { createBlockConfiguration } from './block-configuration.ts'
import type { BlockMemory } from './block-memory.ts'
import { createBlockOperations } from './block-operations.ts'
import { type Cached, createCache } from './cache.ts'
import { createGuard } from './guard.ts'
import { createPeers } from './peers.ts'
import { createPlaces } from './place.ts'
import { createMemorySearch } from './search.ts'
import { type MemoryCacheOptions, settingsOf } from './settings.ts'
import { createShareOperations } from './share-operations.ts'

/** A memory of blocks that keeps documents in memory. */
export interface MemoryCache extends BlockMemory {
  /** What is in memory now. */
  cached(): Cached
}

/**
 * The memory of agents over stores. Documents are loaded when they are first asked for, get what is new of others at each call,
 * and are given back when there are too many bytes of them, those that were used last stay. Changes are appended to the store
 * as updates, whose size is that of the change, and put into a snapshot now and then. Several programs can do so with one
 * store: what they change at the same time merges.
 *
 * @throws LamellaError `OPTION_INVALID`, `SCOPE_INVALID`
 * @example
 * const memory = createMemoryCache({
 *   blocks: createBlockStore(),
 *   scope: { tenant: 'acme', user: 'ada' },
 *   newId: () => crypto.randomUUID(),
 * })
 * await memory.createBlock('entropy', 'persona', { type: 'Core', content: 'I break tasks down.' })
 * await memory.appendToBlock('entropy', 'persona', ' Ada likes short lists.')
 * await memory.getRenderedContent('entropy', 'persona') // 'I break tasks down. Ada likes short lists.'
 */
export function createMemoryCache(options: MemoryCacheOptions): MemoryCache {
  const settings = settingsOf(options)
  const places = createPlaces(settings.scope)
  const peers = createPeers()
  const cache = createCache(settings, peers)
  const guard = createGuard(settings)
  const { freshen, ...operations } = createBlockOperations(settings, places, peers, cache, guard)
  return {
    scope: Object.freeze({ ...settings.scope }),
    ...operations,
    ...createBlockConfiguration(settings, places, cache, guard),
    ...createShareOperations(settings, places, cache, guard),
    ...createArchive(settings, places),
    ...createMemorySearch(settings, places, freshen),
    cached: () => cache.cached(),
    close: () => cache.close(),
  }
}
