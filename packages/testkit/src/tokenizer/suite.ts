import type { Tokenizer } from '@lamella/core'
import { mustEqual } from '../kit/must-equal.ts'
import { type ConformanceCase, casesOf, type Make, type Rule } from '../kit/rule.ts'
import { show } from '../kit/show.ts'
import { anyString, anyText, hostileTexts, passages, visibleTexts } from '../samples/texts.ts'
import { growthRules, type TokenizerSuiteOptions } from './growth-rules.ts'

const thrown = Symbol('thrown')
const visible = anyText.filter((text) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text))

/** Rules about numbers leave errors to the rule about throwing, so that one fault fails one case. */
function countOrThrown(tokenizer: Tokenizer, text: string): number | typeof thrown {
  try {
    return tokenizer.count(text)
  } catch {
    return thrown
  }
}

type TokenizerRule = Rule<Tokenizer, TokenizerSuiteOptions>

/** The contract of `Tokenizer`, one rule per line. */
const rules: readonly TokenizerRule[] = [
  {
    code: 'TOKENIZER_FIELDS',
    name: 'has a name and declares whether it is exact',
    contract: ['Tokenizer.exact', 'Whether `count` is the number the provider will bill, or an estimate.'],
    check: (tokenizer, { fail }) => {
      const { name, exact } = tokenizer
      if (typeof name !== 'string' || name === '') fail('a name that is not empty', show(name))
      if (typeof exact !== 'boolean') fail('exact to be true or false', show(exact))
      if (typeof tokenizer.count !== 'function') fail('a method count', show(tokenizer.count))
    },
  },
  {
    code: 'TOKENIZER_EMPTY',
    name: 'counts 0 for the empty text',
    contract: ['Tokenizer.count', "A whole number, 0 for ''."],
    check: (tokenizer, bench) => {
      mustEqual(bench, tokenizer.count(''), 0, "0 tokens for ''")
    },
  },
  {
    code: 'TOKENIZER_WHOLE',
    name: 'counts in whole, non-negative numbers',
    contract: ['Tokenizer.count', "A whole number, 0 for ''."],
    check: (tokenizer, { fail, forAll }) => {
      const check = (text: string): void => {
        const count = countOrThrown(tokenizer, text)
        if (count === thrown) return
        if (!Number.isSafeInteger(count) || count < 0)
          fail('a whole number, 0 or more', `${show(count)} for ${show(text)}`)
      }
      hostileTexts.forEach(check)
      forAll(anyString, check)
    },
  },
  {
    code: 'TOKENIZER_NEVER_THROWS',
    name: 'counts any text without throwing, including broken Unicode and special tokens',
    contract: ['Tokenizer.count', 'Never throws.'],
    check: (tokenizer, { fail, forAll }) => {
      const check = (text: string): void => {
        if (countOrThrown(tokenizer, text) === thrown) fail('a count for any text', `a throw for ${show(text)}`)
      }
      hostileTexts.forEach(check)
      forAll(anyString, check)
    },
  },
  {
    code: 'TOKENIZER_VISIBLE',
    name: 'counts at least 1 for visible text',
    contract: ['Tokenizer.count', 'Returns the tokens of the text alone, without message framing.'],
    check: (tokenizer, { fail, forAll }) => {
      const check = (text: string): void => {
        if (tokenizer.count(text) === 0) fail('1 token or more for visible text', `0 for ${show(text)}`)
      }
      visibleTexts.forEach(check)
      forAll(visible, check)
    },
  },
  {
    code: 'TOKENIZER_DETERMINISTIC',
    name: 'returns the same count for the same text, on every call, in any order, in every instance',
    contract: ['Tokenizer.name', 'Counts of the same name share a cache.'],
    check: async (tokenizer, { fail, another }) => {
      const texts = [...visibleTexts, ...passages, passages.join('')]
      const first = texts.map((text) => tokenizer.count(text))
      const backwards = texts.toReversed().map((text) => tokenizer.count(text))
      const other = await another()
      const elsewhere = texts.map((text) => other.count(text))
      texts.forEach((text, i) => {
        const counts = [first[i], backwards.at(-1 - i), elsewhere[i]]
        if (!counts.every((count) => Object.is(count, counts[0]))) {
          fail('one count per text', `${counts.join(', then ')} for ${show(text)}`)
        }
      })
    },
  },
  ...growthRules,
]

/**
 * Conformance cases for a tokenizer: 0 for '', whole numbers, stable counts, no throw on any text, roughly linear
 * growth. Does not check speed.
 *
 * @throws never; a failing case rejects with a `ConformanceError`.
 * @example
 * import { it } from 'vitest'
 * for (const c of tokenizerSuite(() => charTokenizer)) it(c.name, c.run)
 */
export function tokenizerSuite(make: Make<Tokenizer>, options: TokenizerSuiteOptions = {}): readonly ConformanceCase[] {
  return casesOf(rules, make, options)
}
