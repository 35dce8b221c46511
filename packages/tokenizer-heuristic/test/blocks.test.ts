import { createEstimator } from '@lamella/core'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { describe, expect, it } from 'vitest'
import { exactCounter } from '../scripts/tools.mjs'
import { blockTexts } from './blocks.ts'

const blocks = blockTexts()
describe.each(['o200k_base', 'cl100k_base'] as const)('counts of every block of Unicode, against %s', (encoding) => {
  const exact = exactCounter(encoding)
  const below = (count: (text: string) => number, least: number): readonly string[] =>
    blocks
      .flatMap(({ start, texts }) => texts.map((text) => `${start} ${count(text) / exact(text) >= least}`))
      .filter((line) => line.endsWith('false'))

  it.each(['careful', 'upper'] as const)("are at least 0.95 of the true count in the mode '%s'", (mode) => {
    expect(blocks.length).toBeGreaterThan(300)
    expect(below(heuristic({ mode, encoding }).count, 0.95)).toEqual([])
  })

  it("are at least 0.85 of the true count by the core's own estimate", () => {
    expect(below(createEstimator().count, 0.85)).toEqual([])
  })
})
