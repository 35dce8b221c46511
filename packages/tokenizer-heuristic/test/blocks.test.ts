import { createEstimator } from '@lamella/core'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { describe, expect, it } from 'vitest'
import { exactCounter } from '../scripts/tools.mjs'
import { blockTexts } from './blocks.ts'

const blocks = blockTexts()
/** ASCII without letters that form words is the one block that is most like what ordinary text consists of. */
const outside = blocks.filter(({ start }) => start !== '0000')

describe.each(['o200k_base', 'cl100k_base'] as const)('counts of every block of Unicode, against %s', (encoding) => {
  const exact = exactCounter(encoding)
  const below = (count: (text: string) => number, least: number, of = blocks): readonly string[] =>
    of
      .flatMap(({ start, texts }) => texts.map((text) => `${start} ${count(text) / exact(text) >= least}`))
      .filter((line) => line.endsWith('false'))

  it.each(['careful', 'upper'] as const)("are at least 0.95 of the true count in the mode '%s'", (mode) => {
    expect(blocks.length).toBeGreaterThan(300)
    expect(below(heuristic({ mode, encoding }).count, 0.95)).toEqual([])
  })

  it("are at least 0.85 of the true count by the core's own estimate, and 0.75 in ASCII", () => {
    expect(below(createEstimator().count, 0.85, outside)).toEqual([])
    expect(below(createEstimator().count, 0.75)).toEqual([])
  })
})
