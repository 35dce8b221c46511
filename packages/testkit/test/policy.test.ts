import { policySuite } from '@lamella/testkit'
import { describe } from 'vitest'
import { mutants } from './mutants/index.ts'
import { prove } from './prove.ts'
import { evenly, lowestRankFirst, oldestPageFirst } from './subjects/policies.ts'

describe('policySuite', () => {
  prove(
    policySuite,
    { lowestRankFirst: () => lowestRankFirst, evenly: () => evenly, oldestPageFirst: async () => oldestPageFirst },
    mutants.policies,
  )
})
