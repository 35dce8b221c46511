import type { SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import {
  type ConformanceCase,
  type Make,
  mutants,
  registerSuite,
  sessionStoreSuite,
  wordRanker,
} from '@lamella/testkit'
import { describe, it } from 'vitest'
import { prove } from './prove.ts'

const makeStore = (): SessionStore => createSessionStore({ ranker: wordRanker })

const options = {
  has: ['fork', 'compact', 'compactions', 'readRun', 'search', 'export', 'import', 'erase', 'close'],
  // Data in memory stays there, so the test can only close the store and continue.
  reopen: (store: SessionStore): SessionStore => ({ ...store, close: async () => {} }),
} as const

// With few and small inputs, because each of many mutants runs the whole suite once per seed.
const suite = (make: Make<SessionStore>, { seed }: { readonly seed: number }): readonly ConformanceCase[] =>
  sessionStoreSuite(make, { ...options, seed, runs: 10, largest: 100_000 })

describe('sessionStoreSuite', () => {
  // `has` cannot list both methods for runs: a mutant lacks one of them, and must fail only its own case.
  const full = { ...options, has: [...options.has, 'writeRun'] } as const
  registerSuite({ describe, it }, 'createSessionStore, in full', sessionStoreSuite(makeStore, full))
  prove(suite, { createSessionStore: makeStore }, mutants.sessionStores)
})
