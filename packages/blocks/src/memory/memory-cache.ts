import { type Cached, createCache } from '../cache/cache.ts'
import { createPeers } from '../cache/peers.ts'
import type { BlockMemory } from '../store/block-memory.ts'
import { createPlaces } from '../store/place.ts'
import { type MemoryCacheOptions, settingsOf } from '../store/settings.ts'
import { createArchive } from './archive.ts'
import { createBlockConfiguration } from './block-configuration.ts'
import { createBlockOperations } from './block-operations.ts'
import { createGuard } from './guard.ts'
import { createMemorySearch } from './search.ts'
import { createShareOperations } from './share-operations.ts'

/** A memory of blocks that caches documents. */
export interface MemoryCache extends BlockMemory {
  /** Describes the current contents of memory. */
  cached(): Cached
}

/**
 * The memory of agents over stores. A block is loaded on first use, and each call reads new updates from the store; the
 * least recently used blocks are evicted first. Each change is appended to the store as a small update, and a snapshot
 * occasionally replaces updates. Several programs can use one store: their concurrent changes merge.
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
  return {
    scope: Object.freeze({ ...settings.scope }),
    ...createBlockOperations(settings, places, peers, cache, guard),
    ...createBlockConfiguration(settings, places, cache, guard),
    ...createShareOperations(settings, places, cache, guard),
    ...createArchive(settings, places),
    ...createMemorySearch(settings, places, cache),
    cached: () => cache.cached(),
    close: () => cache.close(),
  }
}
