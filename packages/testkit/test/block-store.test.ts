import { createBlockStore } from '@lamella/store/memory'
import {
  blockStoreSuite,
  type ConformanceCase,
  type Make,
  registerSuite,
  type TestedBlockStore,
} from '@lamella/testkit'
import { describe, it } from 'vitest'
import { mutants } from './mutants/index.ts'
import { prove } from './prove.ts'
import { wordRanker } from './rankers/word-ranker.ts'

const makeStore = (): TestedBlockStore => createBlockStore({ ranker: wordRanker })

const options = {
  has: ['search', 'erase', 'close', 'share', 'searchShared'],
  // Data in memory stays there, so the test can only close the store and continue.
  reopen: (store: TestedBlockStore): TestedBlockStore => ({ ...store, close: async () => {} }),
} as const

// With few and small inputs, because each of many mutants runs the whole suite once per seed.
const suite = (make: Make<TestedBlockStore>, { seed }: { readonly seed: number }): readonly ConformanceCase[] =>
  blockStoreSuite(make, { ...options, seed, runs: 10, largest: 100_000 })

describe('blockStoreSuite', () => {
  registerSuite({ describe, it }, 'createBlockStore, in full', blockStoreSuite(makeStore, options))
  prove(suite, { createBlockStore: makeStore }, mutants.blockStores)
})
