import type { BlockSharing, BlockStore } from '@lamella/core/store'
import type { StoreRule, StoreSuiteOptions } from '../stores/options.ts'

/** What `blockStoreSuite` tests: a store of blocks that may be able to share them. */
export type TestedBlockStore = BlockStore & Partial<BlockSharing>

/** Methods that a block store may lack. It has all methods of `BlockSharing` or none, `searchShared` aside. */
export type BlockStoreCapability = 'search' | 'erase' | 'close' | keyof BlockSharing

/** The options of `blockStoreSuite`. */
export type BlockStoreSuiteOptions = StoreSuiteOptions<TestedBlockStore, BlockStoreCapability>

export type BlockRule = StoreRule<TestedBlockStore>
