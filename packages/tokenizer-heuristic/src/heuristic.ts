import type { Tokenizer } from '@lamella/core'
import { checkOptions, createVariedBytes, mustBeOneOf } from '@lamella/core/plugin'
import { knownUnits } from './classes.ts'
import { type Feature, featureNames } from './features.ts'
import { checkText, scan } from './scan.ts'
import { encodingNames, weights } from './weights.ts'

/** Which count to return. */
export type HeuristicMode = 'expected' | 'careful' | 'upper'

/** The encoding whose tokens to estimate. */
export type HeuristicEncoding = (typeof encodingNames)[number]

export interface HeuristicOptions {
  /**
   * `'expected'` (default): as often too low as too high. `'careful'`: no higher for plain English, and about 10 %
   * higher for code, random data, emoji and other scripts, whose estimates vary most: at least 0.95 of the true count. `'upper'`: rarely too low, for a
   * window that must not be exceeded; about 25 % above the true count for prose.
   */
  readonly mode?: HeuristicMode
  /**
   * `'o200k_base'` (default): gpt-4o, gpt-4.1, gpt-5 and the o series. `'cl100k_base'`: gpt-4 and gpt-3.5. Vendors
   * without a public tokenizer are not included: the README lists what is known about theirs, and `calibrate` learns
   * the rest.
   */
  readonly encoding?: HeuristicEncoding
}

/** In the order of the weights. */
const modeNames: readonly HeuristicMode[] = ['expected', 'careful', 'upper']

/** Tokens that the upper bound adds to every text, for texts of a few characters. */
const spare = 2

/**
 * Estimates tokens from the kinds of characters in a text: words by length, digits, white space, punctuation, random
 * data and fifteen scripts. One pass, no tables to load, no dependencies. The README lists the errors for each kind of
 * text. If the encoding is known and the budget is tight, the exact counter in `@lamella/tokenizer-tiktoken` is the
 * better choice.
 *
 * @throws LamellaError `OPTION_INVALID` for an unknown mode or encoding.
 * @example
 * const tokenizer = heuristic()
 * tokenizer.count('Hello, world!') // 4
 */
export function heuristic(options: HeuristicOptions = {}): Tokenizer {
  const checks = { mode: mustBeOneOf(modeNames), encoding: mustBeOneOf(encodingNames) }
  const { mode = 'expected', encoding = 'o200k_base' } = checkOptions('heuristic', options, checks)
  const column = modeNames.length * encodingNames.indexOf(encoding) + modeNames.indexOf(mode)
  const worth = Float64Array.from(featureNames, (name) => (weights[name][column] as number) / 1000)
  const counts = new Int32Array(featureNames.length)
  const variedBytes = createVariedBytes(knownUnits())
  const estimate = (text: string): number => {
    checkText('count', text)
    scan(text, counts)
    let tokens = variedBytes(text)
    for (let i = 0; i < counts.length; i++) tokens += (counts[i] as number) * (worth[i] as number)
    // A UTF-16 unit takes at most three bytes, and no encoding needs more tokens than bytes.
    return Math.min(3 * text.length, tokens)
  }
  const name = encoding === 'o200k_base' ? 'heuristic' : `heuristic:${encoding}`
  if (mode === 'upper') {
    return Object.freeze({
      name: `${name}:upper`,
      spec: 1,
      exact: false,
      count: (text: string): number => Math.min(Math.max(0, Math.ceil(estimate(text))) + spare, 3 * text.length),
    })
  }
  return Object.freeze({
    name: mode === 'careful' ? `${name}:careful` : name,
    spec: 1,
    exact: false,
    count: (text: string): number => (text === '' ? 0 : Math.max(1, Math.round(estimate(text)))),
  })
}

/**
 * Returns the counts that make up an estimate: how often each feature occurs in a text. Use it to fit a table to
 * another encoding, or to explain an estimate.
 *
 * @example
 * features('Hello, world!').word5 // 1
 */
export function features(text: string): Readonly<Record<Feature, number>> {
  checkText('features', text)
  const counts = new Int32Array(featureNames.length)
  scan(text, counts)
  return Object.fromEntries(featureNames.map((name, i) => [name, counts[i]])) as Record<Feature, number>
}
