import { createEstimator } from '@lamella/core'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { describe, expect, it } from 'vitest'
import { exactCounter } from '../scripts/tools.mjs'
import { composed, decorated, marked } from './marks.ts'

const texts = Object.entries({ ...composed, ...marked, ...decorated })

describe.each(['o200k_base', 'cl100k_base'] as const)(
  'counts of texts with combining marks, against %s',
  (encoding) => {
    const exact = exactCounter(encoding)
    const shares = (count: (text: string) => number) =>
      texts
        .flatMap(([name, text]) => [text, `${text} `.repeat(5)].map((one) => ({ name, text: one.normalize('NFD') })))
        .map(({ name, text }) => {
          const composed = text.normalize('NFC')
          return { name, share: count(text) / exact(text), whole: count(composed) / exact(composed) }
        })

    it.each(['careful', 'upper'] as const)(
      "are not below the true count, or no further than for composed letters, in the mode '%s'",
      (mode) => {
        expect(
          shares(heuristic({ mode, encoding }).count).filter(({ share, whole }) => share < Math.min(1, whole)),
        ).toEqual([])
      },
    )

    it.each(['expected', 'careful'] as const)("are at most twice the true count in the mode '%s'", (mode) => {
      expect(shares(heuristic({ mode, encoding }).count).filter(({ share }) => share > 2)).toEqual([])
    })

    it('expect at least 0.75 of the true count', () => {
      expect(shares(heuristic({ encoding }).count).filter(({ share }) => share < 0.75)).toEqual([])
    })
  },
)

it("the core's estimate has at least 0.8 of o200k_base for pointed Hebrew and vocalized Arabic", () => {
  const exact = exactCounter('o200k_base')
  const { count } = createEstimator()
  const texts = Object.entries(marked).filter(([name]) => /Hebrew|Arabic/.test(name))
  expect(texts).toHaveLength(5)
  expect(texts.filter(([, text]) => count(text) / exact(text) < 0.8)).toEqual([])
})
