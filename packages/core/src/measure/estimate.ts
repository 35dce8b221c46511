import type { Tokenizer } from '../contract/tokenizer.ts'
import { rarePairs } from './rare-pairs.ts'
import { createVariedBytes, unitBytes } from './varied-bytes.ts'

/** Classes of UTF-16 units. The first three form ASCII words; those from `MARK` on cost the same everywhere. */
const LOWER = 0
const UPPER = 1
const DIGIT = 2
const SPACE = 3
const LINE = 4
const MARK = 5
const OTHER = 6

/**
 * Tokens of one UTF-16 unit outside ASCII in the scripts that encodings have words for, by the first and last of a block. All
 * others cost their bytes in UTF-8.
 */
const blocks: readonly (readonly [from: number, to: number, tokens: number])[] = [
  [0xa0, 0x24f, 0.4],
  [0x370, 0x3ff, 0.55],
  [0x400, 0x4ff, 0.34],
  [0x530, 0x6ff, 0.55],
  [0x900, 0xeff, 0.55],
  [0x1000, 0x10ff, 0.55],
  [0x1e00, 0x1eff, 0.55],
  [0x2010, 0x206f, 0.55],
  [0x20ac, 0x20ac, 1],
  // Emoji joiners, and the symbols and pictographs of older blocks.
  [0x200b, 0x200d, 1.2],
  [0x2190, 0x23ff, 1.2],
  [0x2500, 0x27bf, 1.2],
  [0x2580, 0x259f, 2],
  [0x3000, 0x303f, 0.55],
  [0x3040, 0x30ff, 0.75],
  [0x4e00, 0x9fff, 0.97],
  [0xac00, 0xd7a3, 0.8],
  // Emoji: the first units of pairs, then the second ones.
  [0xd83c, 0xd83e, 1.4],
  [0xd83d, 0xd83d, 1.15],
  [0xdc00, 0xdfff, 1.15],
  [0xde50, 0xde7f, 1.5],
  [0xfe0f, 0xfe0f, 1.2],
  [0xff01, 0xff0f, 0.55],
  [0xff1a, 0xff20, 0.55],
]

/** Creates the estimate, with its tables, when an estimator first counts. */
function createCount(): (text: string) => number {
  const classes = new Uint8Array(0x10000).fill(OTHER)
  // 0 for units that cost their bytes.
  const weights = new Float32Array(0x10000)
  classes.fill(MARK, 0x20, 0x7f)
  classes.fill(DIGIT, 0x30, 0x3a)
  classes.fill(UPPER, 0x41, 0x5b)
  classes.fill(LOWER, 0x61, 0x7b)
  for (const code of [9, 32]) classes[code] = SPACE
  for (const code of [10, 13]) classes[code] = LINE
  for (const [from, to, tokens] of blocks) weights.fill(tokens, from, to + 1)
  const variedBytes = createVariedBytes(weights)
  return (text) => Math.ceil(estimate(text, classes, weights) + variedBytes(text))
}

/**
 * Creates the default tokenizer: an estimate without dependencies, from words, digits, white space, punctuation and the
 * script of everything else. Against o200k_base it is at most a tenth too low on prose, code, JSON, hex, base64, emoji
 * and Chinese. The older cl100k_base (gpt-4, gpt-3.5) uses more tokens for most other scripts: the estimate is 0.83 of
 * them for Chinese, 0.76 for Japanese, 0.45 for Hindi. For characters drawn at random from one block of Unicode, and for what
 * machines write, it is at least 0.85 of either. Never 0 for text. For exact counts use `@lamella/tokenizer-tiktoken`, for
 * better estimates with published errors and weights for both encodings `@lamella/tokenizer-heuristic`.
 *
 * @example
 * createEstimator().count('What did we decide about the launch?') // 8
 */
export function createEstimator(): Tokenizer {
  let count: ((text: string) => number) | undefined
  return {
    spec: 1,
    name: 'estimate',
    exact: false,
    count: (text) => {
      count ??= createCount()
      return count(text)
    },
  }
}

/** Estimates in one pass over runs of one class. */
function estimate(text: string, classes: Uint8Array, weights: Float32Array): number {
  const { length } = text
  let tokens = 0
  let at = 0
  while (at < length) {
    const from = at
    const unit = text.charCodeAt(at)
    const kind = classes[unit] as number
    if (kind === OTHER) {
      tokens += weights[unit] || unitBytes(unit)
      at++
      continue
    }
    if (kind > DIGIT) {
      do at++
      while (at < length && classes[text.charCodeAt(at)] === kind)
      // Line breaks and indents are about one token each. A single space merges into the following word, but not into a
      // number.
      if (kind === MARK) tokens += 0.27 + 0.44 * (at - from)
      else tokens += kind === LINE || at - from > 1 ? 0.9 : 0.05
      if (kind === SPACE && classes[text.charCodeAt(at)] === DIGIT) tokens += 1.6
      continue
    }
    let [upper, digits, words, last] = [0, 0, 0, DIGIT]
    for (; at < length; at++) {
      const here = classes[text.charCodeAt(at)] as number
      if (here > DIGIT) break
      // A capital and the lowercase letters after it are one word.
      if (here !== last && here !== DIGIT && !(here === LOWER && last === UPPER)) words++
      if (here === UPPER) upper++
      else if (here === DIGIT) digits++
      last = here
    }
    tokens += wordTokens(at - from, upper, digits, words)
    if (digits === 0) tokens += rarePairs(text, from, at)
    // A letter alone, as between signs, merges with nothing.
    if (at - from === 1 && classes[text.charCodeAt(from - 1)] !== SPACE) tokens += 0.6
  }
  return tokens
}

/**
 * Estimates the tokens of a run of letters and digits. Where both are mixed, as in hex and base64, hardly any of it is
 * a word.
 */
function wordTokens(size: number, upper: number, digits: number, words: number): number {
  if (digits === size) return Math.ceil(size / 3)
  if (digits > 0 && size > 3) return size * (upper > 0 && upper + digits < size ? 0.74 : 0.63)
  return 0.74 * words + 0.04 * size + 0.45 * Math.max(0, size - 14 * words) + digits
}
