import type { Tokenizer } from '../contract/tokenizer.ts'
import { rarePairs } from './rare-pairs.ts'

/** Classes of ASCII characters: numbers that no count of hundredths of a token reaches. The last three form words. */
const MARK = 249
const LINE = 250
const SPACE = 251
const DIGIT = 252
const UPPER = 254
const LOWER = 255

/**
 * The class of a UTF-16 unit in ASCII, and the hundredths of a token of one in the scripts that encodings have words for, by the
 * first and last of a block. Later blocks override earlier ones. All others cost their bytes in UTF-8.
 */
const blocks: readonly (readonly [from: number, to: number, kind: number])[] = [
  [0x21, 0x7e, MARK],
  [0x30, 0x39, DIGIT],
  [0x41, 0x5a, UPPER],
  [0x61, 0x7a, LOWER],
  [9, 9, SPACE],
  [32, 32, SPACE],
  [10, 10, LINE],
  [13, 13, LINE],
  [0xa0, 0x24f, 40],
  [0x370, 0x3ff, 55],
  [0x400, 0x4ff, 34],
  [0x530, 0x6ff, 55],
  // Points and vowel signs, which split their word.
  [0x591, 0x5c7, 150],
  [0x64b, 0x670, 100],
  [0x900, 0xe7f, 55],
  [0x1000, 0x10ff, 55],
  [0x1e00, 0x1eff, 55],
  [0x2010, 0x206f, 55],
  [0x20ac, 0x20ac, 100],
  // Emoji joiners, and the symbols and pictographs of older blocks.
  [0x200b, 0x200d, 120],
  [0x2190, 0x23ff, 120],
  [0x2500, 0x27bf, 120],
  [0x2580, 0x259f, 200],
  [0x3000, 0x303f, 55],
  [0x3040, 0x30ff, 75],
  [0x4e00, 0x9fff, 97],
  [0xac00, 0xd7a3, 80],
  // Emoji: the first units of pairs, then the second ones.
  [0xd83c, 0xd83e, 140],
  [0xd83d, 0xd83d, 115],
  [0xdc00, 0xdfff, 115],
  [0xde50, 0xde7f, 150],
  [0xfe0f, 0xfe0f, 120],
  [0xff01, 0xff0f, 55],
  [0xff1a, 0xff20, 55],
]

/** Creates the estimate, with its tables, when an estimator first counts. */
function createCount(): (text: string) => number {
  // 0 for units that cost their bytes.
  const table = new Uint8Array(0x10000)
  for (const [from, to, kind] of blocks) table.fill(kind, from, to + 1)
  const variedBytes = createVariedBytes(table)
  return (text) => Math.ceil(estimate(text, table) + variedBytes(text))
}

/**
 * Creates the default tokenizer: an estimate without dependencies, from words, digits, white space, punctuation and the
 * script of everything else. Against o200k_base it is at most a tenth too low on prose, code, JSON, hex, base64, emoji
 * and Chinese. The older cl100k_base (gpt-4, gpt-3.5) uses more tokens for most other scripts: the estimate is 0.83 of
 * them for Chinese, 0.76 for Japanese, 0.45 for Hindi. Marks on letters count like letters, except the points of Hebrew and the vowel
 * signs of Arabic: it is 0.56 of o200k_base for Church Slavonic. For characters drawn at random from one block of Unicode, and for what machines write, it is at
 * least 0.85 of either. Never 0 for text. For exact counts use `@lamella/tokenizer-tiktoken`, for
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
function estimate(text: string, table: Uint8Array): number {
  const { length } = text
  let tokens = 0
  let at = 0
  while (at < length) {
    const from = at
    const unit = text.charCodeAt(at)
    const kind = table[unit] as number
    if (kind < MARK) {
      tokens += kind / 100 || unitBytes(unit)
      at++
      continue
    }
    if (kind < DIGIT) {
      do at++
      while (at < length && table[text.charCodeAt(at)] === kind)
      // Line breaks and indents are about one token each. A single space merges into the following word, but not into a
      // number.
      if (kind === MARK) tokens += 0.27 + 0.44 * (at - from)
      else tokens += kind === LINE || at - from > 1 ? 0.9 : 0.05
      if (kind === SPACE && table[text.charCodeAt(at)] === DIGIT) tokens += 1.6
      continue
    }
    let [upper, digits, words, last] = [0, 0, 0, DIGIT]
    for (; at < length; at++) {
      const here = table[text.charCodeAt(at)] as number
      if (here < DIGIT) break
      // A capital and the lowercase letters after it, the next class, are one word.
      if (here > DIGIT && here !== last && here !== last + 1) words++
      if (here === UPPER) upper++
      else if (here === DIGIT) digits++
      last = here
    }
    const size = at - from
    if (digits === size) tokens += Math.ceil(size / 3)
    // Where letters and digits are mixed, as in hex and base64, hardly any of it is a word.
    else if (digits > 0 && size > 3) tokens += size * (upper && upper + digits < size ? 0.74 : 0.63)
    else {
      // Beyond 14 letters a word has hardly a token of its own.
      const word = Math.max(0.74 * words + 0.04 * size, 0.49 * size - 5.56 * words) + digits
      // No token is shorter than a letter.
      tokens += digits === 0 ? Math.min(size, word + rarePairs(text, from, at)) : word
      // A letter alone, as between signs, merges with nothing.
      if (size === 1 && table[text.charCodeAt(from - 1)] !== SPACE) tokens += 0.6
    }
  }
  return tokens
}

/** From here on, scripts have thousands of characters. */
const wide = 0x3400

/** How many letters of an alphabet, and of a script that has thousands of characters, are counted together. */
const stretch = 64
const wideStretch = 256

/** Three quarters of how many differ where so many are drawn at random, from 128 characters (a block) or from thousands. */
const most = 37
const mostWide = 192

/** Returns the bytes of a UTF-16 unit in UTF-8; a half of a pair as 3. */
function unitBytes(unit: number): number {
  return unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
}

/**
 * Creates a function that returns the UTF-8 bytes of the stretches of a text in which characters vary as if drawn at random:
 * lists of characters, keys, damaged text. A text in a language repeats its letters, and the tokens of an encoding are made of
 * what repeats; all else takes up to a token a byte. Of 64 letters of a text in an alphabet, 20 to 36 differ, of 64 drawn from
 * a block of Unicode 50. Of 256 Chinese characters, 120 to 170. Shorter texts say nothing. One pass.
 *
 * @param known 0 for the UTF-16 units that do not count. A surrogate pair counts by its first unit.
 * @example
 * createVariedBytes(known)('Когда можно сеять бобы? '.repeat(9)) // 0
 */
export function createVariedBytes(known: ArrayLike<number>): (text: string) => number {
  /** The number of the stretch in which each character was last seen, by its lower bits. */
  const seen = new Float64Array(0x4000)
  let number = 0
  return (text) => {
    let [total, size, different, bytes, isWide, varied] = [0, 0, 0, 0, false, false]
    number++
    for (let at = 0; at < text.length; at++) {
      let unit = text.charCodeAt(at)
      if (unit < 0x80 || !known[unit]) continue
      bytes += unitBytes(unit)
      if (unit >> 10 === 0x36) {
        unit = text.charCodeAt(++at)
        bytes++
      } else isWide ||= unit >= wide
      if (seen[unit & 0x3fff] !== number) different++
      seen[unit & 0x3fff] = number
      if (++size < (isWide ? wideStretch : stretch)) continue
      varied = different > (isWide ? mostWide : most)
      if (varied) total += bytes
      number++
      size = different = bytes = 0
      isWide = false
    }
    // What is left at the end is like what was before it.
    return varied ? total + bytes : total
  }
}
