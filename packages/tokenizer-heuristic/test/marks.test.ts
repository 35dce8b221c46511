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

const widthless = ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff']
const between = (text: string, every: number): string =>
  [...text].map((one, at) => (at % every === 0 ? one + widthless[(at / every) % widthless.length] : one)).join('')

describe.each(['o200k_base', 'cl100k_base'] as const)("'careful' counts, against %s,", (encoding) => {
  const exact = exactCounter(encoding)
  const { count } = heuristic({ mode: 'careful', encoding })

  it.each([1, 2, 5, 9])('characters without a width between letters, after every %i', (every) => {
    for (const text of [composed['english'], composed['german']]) {
      const marked = between(`${text} `.repeat(5), every)
      expect(count(marked) / exact(marked)).toBeGreaterThanOrEqual(0.95)
    }
  })

  it.each([' ', '\t', '\n', '\r\n'])('long stretches of white space: %j', (space) => {
    for (const length of [20, 200, 2_000]) {
      const text = `${space.repeat(length)}x`.repeat(10)
      expect(count(text) / exact(text)).toBeGreaterThanOrEqual(0.9)
    }
  })

  it('letters of pinyin that encodings have no tokens for', () => {
    const text = 'Wǒ hěn xǐhuan nǐ de jiǎozi, kěyǐ gěi wǒ liǎng wǎn ma? Lǎobǎn shuō hǎo. '.repeat(5)
    expect(count(text) / exact(text)).toBeGreaterThanOrEqual(0.9)
  })
})

it("the core's estimate has at least 0.8 of o200k_base for pointed Hebrew and vocalized Arabic", () => {
  const exact = exactCounter('o200k_base')
  const { count } = createEstimator()
  const texts = Object.entries(marked).filter(([name]) => /Hebrew|Arabic/.test(name))
  expect(texts).toHaveLength(5)
  expect(texts.filter(([, text]) => count(text) / exact(text) < 0.8)).toEqual([])
})
