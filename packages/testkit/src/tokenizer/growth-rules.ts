import type { Tokenizer } from '@lamella/core'
import * as fc from 'fast-check'
import type { Rule, SuiteOptions } from '../kit/rule.ts'
import { show } from '../kit/show.ts'
import { anyText, passages } from '../samples/texts.ts'

/** The options of `tokenizerSuite`. */
export interface TokenizerSuiteOptions extends SuiteOptions {
  /**
   * Tokens by which a joined text may exceed the sum of its two parts. Default 4: merges across the seam may cost
   * tokens.
   */
  readonly slack?: number
}

/** How often a passage is repeated. */
const smallRepeat = 10
const largeRepeat = 200

/** Rules for the growth of counts, which the planner's sums and the cut by characters rely on. */
export const growthRules: readonly Rule<Tokenizer, TokenizerSuiteOptions>[] = [
  {
    code: 'TOKENIZER_ADDITIVE',
    name: 'counts a joined text at most as high as its parts, plus a small slack',
    contract: ['Tokenizer.count', 'Returns the tokens of the text alone, without message framing.'],
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
    name: 'counts a text as the sum of its lines, if it declares splitsAtLines',
    contract: ['Tokenizer.splitsAtLines', "is the sum of its lines' counts"],
    check: (tokenizer, { fail, skip, forAll }) => {
      if (!tokenizer.splitsAtLines) return skip('the tokenizer does not declare splitsAtLines')
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
    name: 'counts a repeated text in proportion to its repetitions',
    contract: ['Tokenizer.count', 'Returns the tokens of the text alone, without message framing.'],
    check: (tokenizer, { fail }) => {
      for (const passage of passages) {
        const small = tokenizer.count(passage.repeat(smallRepeat))
        const large = tokenizer.count(passage.repeat(largeRepeat))
        const growth = large / small
        // A factor of two either way: far more than any seam costs, far less than a cap or quadratic growth would show.
        if (growth < largeRepeat / smallRepeat / 2 || growth > (largeRepeat / smallRepeat) * 2) {
          fail(
            `about ${largeRepeat / smallRepeat} times ${small} tokens`,
            `${large} for ${show(passage)} repeated ${largeRepeat} times`,
          )
        }
      }
    },
  },
]
