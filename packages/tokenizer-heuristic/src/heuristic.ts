import { checkOptions, mustBeOneOf, type Tokenizer } from '@lamella/core'
import { type Feature, featureNames } from './features.ts'
import { Scanner } from './scanner.ts'
import { expected, upper, type Weights } from './weights.ts'

/** Which count is wanted. */
export type HeuristicMode = 'expected' | 'upper'

export interface HeuristicOptions {
  /**
   * `'expected'` (default): as often too low as too high. `'upper'`: rarely too low, for a window that must not be
   * passed; some 30 % above the truth for prose.
   */
  readonly mode?: HeuristicMode
}

const modes: Readonly<Record<HeuristicMode, Weights>> = { expected, upper }

/** Tokens that the upper bound adds to each text, for texts of a few characters. */
const spare = 2

/**
 * Estimates tokens from the kinds of characters in a text: words by length, digits, white space, punctuation, random data
 * and fourteen scripts. One pass, no tables to load, no dependency. Fitted to o200k_base; the errors for each kind of text
 * are in the README.
 *
 * @throws LamellaError `OPTION_INVALID` for a mode that there is not.
 * @example
 * const tokenizer = heuristic()
 * tokenizer.count('Hello, world!') // 5, where o200k_base has 4
 */
export function heuristic(options: HeuristicOptions = {}): Tokenizer {
  const { mode = 'expected' } = checkOptions('heuristic', options, { mode: mustBeOneOf(Object.keys(modes)) })
  const scanner = new Scanner()
  const weights = Float64Array.from(featureNames, (name) => modes[mode][name])
  const estimate = (text: string): number => {
    const counts = scanner.scan(text)
    let tokens = 0
    for (let i = 0; i < counts.length; i++) tokens += (counts[i] as number) * (weights[i] as number)
    return tokens
  }
  if (mode === 'upper') {
    return Object.freeze({
      name: 'heuristic:upper',
      exact: false,
      // Three bytes are the most that a UTF-16 unit takes, and no encoding needs more tokens than bytes.
      count: (text: string): number => Math.min(3 * text.length, Math.ceil(estimate(text)) + spare),
    })
  }
  return Object.freeze({
    name: 'heuristic',
    exact: false,
    count: (text: string): number => (text === '' ? 0 : Math.max(1, Math.round(estimate(text)))),
  })
}

/**
 * What the estimate is made of: how often each feature occurs in a text. For fitting a table to another encoding, or to
 * see why a text was estimated as it was.
 *
 * @example
 * features('Hello, world!').word5 // 2
 */
export function features(text: string): Readonly<Record<Feature, number>> {
  const counts = new Scanner().scan(text)
  return Object.fromEntries(featureNames.map((name, i) => [name, counts[i]])) as Record<Feature, number>
}
