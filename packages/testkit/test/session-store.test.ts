import { createSessionStore } from '@lamella/store/memory'
import {
  type ConformanceCase,
  type Make,
  registerSuite,
  sessionStoreSuite,
  type TestedSessionStore,
} from '@lamella/testkit'
import { describe, it } from 'vitest'
import { mutants } from './mutants/index.ts'
import { prove } from './prove.ts'
import { wordRanker } from './rankers/word-ranker.ts'

const makeStore = (): TestedSessionStore => createSessionStore({ ranker: wordRanker })

// Data in memory stays there, so the test can only continue.
const options = {
  has: ['runs', 'compactions', 'transfer', 'admin', 'search'],
  reopen: (store: TestedSessionStore): TestedSessionStore => store,
} as const

// With few and small inputs, because each of many mutants runs the whole suite once per seed.
const suite = (make: Make<TestedSessionStore>, { seed }: { readonly seed: number }): readonly ConformanceCase[] =>
  sessionStoreSuite(make, { ...options, seed, runs: 10, largest: 100_000 })

describe('sessionStoreSuite', () => {
  registerSuite({ describe, it }, 'createSessionStore, in full', sessionStoreSuite(makeStore, options))
  prove(suite, { createSessionStore: makeStore }, mutants.sessionStores, {
    'forgets what the provider had read': 'SESSION_NATIVE_REFUSED',
    'keeps a list as the state of a run': 'SESSION_RUN_ADDED',
    'keeps the run of a deleted session': 'SESSION_RUN_ADDED_FORK',
    'writes what is added in place of the state': 'SESSION_RUN_ADDED_FORK',
    'keeps what was added when another state replaces it': 'SESSION_COPIES',
    'ignores the expected version of what is added': 'SESSION_COPIES',
    'shares the run of a fork with the original': 'SESSION_RUN_ADDED_FORK',
    'throws when it is closed twice': 'SESSION_REOPEN',
    'counts its hits instead of the texts of the scope': 'SESSION_SEARCH_ONE',
  })
})
