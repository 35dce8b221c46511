import type { BlobStore } from '@lamella/store'
import type { StoreRule, StoreSuiteOptions } from '../stores/options.ts'

/** Methods that a blob store may lack. */
export type BlobStoreCapability = 'erase' | 'close'

/** The options of `blobStoreSuite`. `largest` counts bytes. */
export type BlobStoreSuiteOptions = StoreSuiteOptions<BlobStore, BlobStoreCapability>

export type BlobRule = StoreRule<BlobStore>
