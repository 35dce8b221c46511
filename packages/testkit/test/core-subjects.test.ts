import { createEstimator, fair, lowestRankFirst, type MemoryEntry, oldestFirst } from '@lamella/core'
import { defaultFraming } from '@lamella/core/plugin'
import { type MemoryStore, memorySource, searchSource } from '@lamella/store'
import { createMemoryStore } from '@lamella/store/memory'
import { framingSuite, memorySourceSuite, policySuite, registerSuite, tokenizerSuite } from '@lamella/testkit'
import { describe, it } from 'vitest'
import { wordRanker } from './rankers/word-ranker.ts'
import { others } from './subjects/others.ts'

const runner = { describe, it }

const ada = { tenant: 'acme', user: 'ada' }
const entries: readonly MemoryEntry[] = [
  { id: 'tea', text: 'Ada likes green tea.', importance: 3, tags: ['taste'] },
  { id: 'launch', text: 'The launch is on June 3.', date: '2026-05-12' },
]

async function storeOf(): Promise<Required<MemoryStore>> {
  const store = createMemoryStore({ ranker: wordRanker })
  for (const entry of entries) await store.put(ada, entry)
  return store
}

// Core's own parts must also conform to the contract.
describe('the parts of core', () => {
  registerSuite(
    runner,
    'lowestRankFirst',
    policySuite(() => lowestRankFirst),
  )
  registerSuite(runner, 'oldestFirst', policySuite(oldestFirst))
  registerSuite(
    runner,
    'oldestFirst with a priority',
    policySuite(() => oldestFirst({ newestPriority: 80 })),
  )
  registerSuite(
    runner,
    'fair',
    policySuite(() => fair),
  )
  registerSuite(runner, 'the estimator', tokenizerSuite(createEstimator))
  registerSuite(
    runner,
    'defaultFraming',
    framingSuite(() => defaultFraming),
  )
  registerSuite(
    runner,
    'memorySource',
    memorySourceSuite(async () => memorySource(await storeOf()), { scope: ada, others }),
  )
  registerSuite(
    runner,
    'searchSource',
    memorySourceSuite(async () => searchSource(await storeOf()), { scope: ada, others }),
  )
})
