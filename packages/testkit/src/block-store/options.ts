import type { BlockSharing, BlockStore } from '@lamella/store'
import type { StoreRule, StoreSuiteOptions } from '../stores/options.ts'

/** The subject of `blockStoreSuite`: a store of blocks that may support sharing. */
export type TestedBlockStore = BlockStore & Partial<BlockSharing>

/** Methods that a block store may lack. It has all methods of `BlockSharing` or none, except `searchShared`. */
export type BlockStoreCapability = 'search' | 'erase' | 'close' | keyof BlockSharing

/** The options of `blockStoreSuite`. */
export type BlockStoreSuiteOptions = StoreSuiteOptions<TestedBlockStore, BlockStoreCapability>

export type BlockRule = StoreRule<TestedBlockStore>
