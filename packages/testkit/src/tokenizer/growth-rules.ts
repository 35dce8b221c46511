import type { Tokenizer } from '@lamella/core'
import * as fc from 'fast-check'
import type { Rule, SuiteOptions } from '../kit/rule.ts'
import { show } from '../kit/show.ts'
import { anyText, passages } from '../samples/texts.ts'

/** What `tokenizerSuite` can be told. */
export interface TokenizerSuiteOptions extends SuiteOptions {
  /** Tokens that a joined text may cost more than its two parts. Default 4: merges across the seam are not always good. */
  readonly slack?: number
}

const few = 10
const many = 200

/** How counts grow: what the planner's sums and the cut by characters rest on. */
export const growthRules: readonly Rule<Tokenizer, TokenizerSuiteOptions>[] = [
  {
    code: 'TOKENIZER_ADDITIVE',
    name: 'counts a joined text no higher than its parts, but for a little slack',
    contract: ['Tokenizer.count', 'Tokens of the text alone, without message framing.'],
    check: (tokenizer, { fail, forAll, options: { slack = 4 } }) => {
      forAll(fc.tuple(anyText, anyText), ([a, b]) => {
        const parts = tokenizer.count(a) + tokenizer.count(b)
        const whole = tokenizer.count(a + b)
        if (whole > parts + slack) {
          fail(`at most ${parts} + ${slack} tokens for two joined texts`, `${whole} for ${show(a)} and ${show(b)}`)
        }
      })
    },
  },
  {
    code: 'TOKENIZER_LINES',
    name: 'counts a text as the sum of its lines, if it says that it does',
    contract: ['Tokenizer.splitsAtLines', "is the sum of its lines' counts"],
    check: (tokenizer, { fail, skip, forAll }) => {
      if (!tokenizer.splitsAtLines) return skip('the tokenizer does not say splitsAtLines')
      const begin = fc.constantFrom('a', 'Z', 'é', '7', '字', '- ', '*', '#', '<')
      forAll(fc.tuple(anyText, fc.constantFrom('\n', '\n\n', ' \n', '\r\n'), begin, anyText), ([a, feed, first, b]) => {
        const [before, after] = [a + feed, first + b]
        const parts = tokenizer.count(before) + tokenizer.count(after)
        const whole = tokenizer.count(before + after)
        if (whole !== parts) fail(`${parts} tokens for two lines`, `${whole} for ${show(before)} and ${show(after)}`)
      })
    },
  },
  {
    code: 'TOKENIZER_LINEAR',
    name: 'counts a text repeated many times about as many times as high',
    contract: ['Tokenizer.count', 'Tokens of the text alone, without message framing.'],
    check: (tokenizer, { fail }) => {
      for (const passage of passages) {
        const small = tokenizer.count(passage.repeat(few))
        const large = tokenizer.count(passage.repeat(many))
        const growth = large / small
        // A factor of two either way: far more than any seam costs, far less than a cap or a square shows.
        if (growth < many / few / 2 || growth > (many / few) * 2) {
          fail(`about ${many / few} times ${small} tokens`, `${large} for ${show(passage)} repeated ${many} times`)
        }
      }
    },
  },
]
