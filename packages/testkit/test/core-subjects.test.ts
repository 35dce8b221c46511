import { createEstimator, fair, lowestRankFirst, oldestFirst } from '@lamella/core'
import { policySuite, registerSuite, tokenizerSuite } from '@lamella/testkit'
import { describe, it } from 'vitest'

const runner = { describe, it }

// What core brings itself must keep the contract too.
describe('of core', () => {
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
})
