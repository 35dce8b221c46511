import { type BlobStore, withBlobs } from '@lamella/store'
import { createBlobStore, createSessionStore } from '@lamella/store/memory'
import {
  blobStoreSuite,
  type ConformanceCase,
  type Make,
  registerSuite,
  type SessionsAndBlobs,
  sessionBlobsSuite,
} from '@lamella/testkit'
import { describe, it } from 'vitest'
import { mutants } from './mutants/index.ts'
import { prove } from './prove.ts'

const options = {
  has: ['erase', 'close'],
  // Data in memory stays there, so the test can only close the store and continue.
  reopen: (store: BlobStore): BlobStore => ({ ...store, close: async () => {} }),
} as const

// With few and small inputs, because each of many mutants runs the whole suite once per seed.
const suite = (make: Make<BlobStore>, { seed }: { readonly seed: number }): readonly ConformanceCase[] =>
  blobStoreSuite(make, { ...options, seed, runs: 15, largest: 100_000 })

describe('blobStoreSuite', () => {
  registerSuite({ describe, it }, 'createBlobStore, in full', blobStoreSuite(createBlobStore, options))
  prove(suite, { createBlobStore }, mutants.blobStores)
})

const joined = (): SessionsAndBlobs => {
  const blobs = createBlobStore()
  return { sessions: withBlobs(createSessionStore(), blobs), blobs }
}

describe('sessionBlobsSuite', () => {
  registerSuite({ describe, it }, 'withBlobs, in full', sessionBlobsSuite(joined))
  prove((make, { seed }) => sessionBlobsSuite(make, { seed, runs: 30 }), { withBlobs: joined }, mutants.sessionBlobs)
})
