import { createSessionStore } from '@lamella/store/memory'
import { type ConformanceCase, type Make, registerSuite, type TestedSessionStore, wordRanker } from '@lamella/testkit'
import { describe, it } from 'vitest'
import { mutants } from './mutants/index.ts'
import { prove } from './prove.ts'
import { sessionSuites } from './session-suites.ts'

const makeStore = (): TestedSessionStore => createSessionStore({ ranker: wordRanker })

// Data in memory stays there, so the test can only continue.
const options = { reopen: (store: TestedSessionStore): TestedSessionStore => store } as const

// With few and small inputs, because each of many mutants runs the whole suite once per seed.
const suite = (make: Make<TestedSessionStore>, { seed }: { readonly seed: number }): readonly ConformanceCase[] =>
  sessionSuites(make, { ...options, seed, runs: 10, largest: 100_000 })

describe('the suites for sessions', () => {
  registerSuite({ describe, it }, 'createSessionStore, in full', sessionSuites(makeStore, options))
  prove(suite, { createSessionStore: makeStore }, mutants.sessionStores)
})
