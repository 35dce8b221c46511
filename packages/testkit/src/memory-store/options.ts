import type { MemoryStore } from '@lamella/core/store'
import type { StoreRule, StoreSuiteOptions } from '../stores/options.ts'

/** Methods that a memory store may lack. */
export type MemoryStoreCapability = 'search' | 'restore' | 'erase' | 'close'

/** What `memoryStoreSuite` can be told. */
export type MemoryStoreSuiteOptions = StoreSuiteOptions<MemoryStore, MemoryStoreCapability>

export type MemoryRule = StoreRule<MemoryStore>
