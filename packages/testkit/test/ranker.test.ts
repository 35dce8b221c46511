import { rankerSuite, runSuite } from '@lamella/testkit'
import { describe, expect, it } from 'vitest'
import { mutants } from './mutants/index.ts'
import { prove } from './prove.ts'
import { bm25 } from './subjects/bm25.ts'

describe('rankerSuite', () => {
  prove(rankerSuite, { bm25: () => bm25, 'bm25, loaded': async () => bm25 }, mutants.rankers)

  it('lets a semantic ranker give every document a small score', async () => {
    const semantic = mutants.rankers.filter(({ code }) => code === 'RANKER_NO_MATCH')
    expect(semantic.length).toBeGreaterThan(0)
    for (const { make } of semantic) {
      expect((await runSuite(rankerSuite(make, { semantic: true }))).failed).toEqual([])
    }
  })
})
