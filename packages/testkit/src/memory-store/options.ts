import type { MemoryStore } from '@lamella/store'
import type { StoreRule, StoreSuiteOptions } from '../stores/options.ts'

/** Methods that a memory store may lack. */
export type MemoryStoreCapability = 'search' | 'restore' | 'erase' | 'close'

/** The options of `memoryStoreSuite`. */
export type MemoryStoreSuiteOptions = StoreSuiteOptions<MemoryStore, MemoryStoreCapability>

export type MemoryRule = StoreRule<MemoryStore>
