import type { MemoryStore } from '@lamella/store'
import { createMemoryStore } from '@lamella/store/memory'
import { type ConformanceCase, type Make, memoryStoreSuite, registerSuite } from '@lamella/testkit'
import { describe, it } from 'vitest'
import { mutants } from './mutants/index.ts'
import { prove } from './prove.ts'
import { wordRanker } from './rankers/word-ranker.ts'

const makeStore = (): MemoryStore => createMemoryStore({ ranker: wordRanker })

const options = {
  has: ['search', 'restore', 'erase', 'close'],
  // Data in memory stays there, so the test can only close the store and continue.
  reopen: (store: MemoryStore): MemoryStore => ({ ...store, close: async () => {} }),
} as const

// With few and small inputs, because each of many mutants runs the whole suite once per seed.
const suite = (make: Make<MemoryStore>, { seed }: { readonly seed: number }): readonly ConformanceCase[] =>
  memoryStoreSuite(make, { ...options, seed, runs: 10, largest: 100_000 })

describe('memoryStoreSuite', () => {
  registerSuite({ describe, it }, 'createMemoryStore, in full', memoryStoreSuite(makeStore, options))
  prove(suite, { createMemoryStore: makeStore }, mutants.memoryStores, { 'ignores unknown fields': 'MEMORY_PUT' })
})
