import { createRequire } from 'node:module'
import type { EncodingName } from '@lamella/tokenizer-tiktoken'
import { Tiktoken } from 'tiktoken/lite'
import { expect } from 'vitest'

const require = createRequire(import.meta.url)

interface Ranks {
  readonly pat_str: string
  readonly special_tokens: Record<string, number>
  readonly bpe_ranks: string
}

/** Reads an encoding from the `tiktoken` package. It has no o200k_harmony, which splits and merges like o200k_base. */
export function ranksOf(encoding: EncodingName): Ranks {
  return require(`tiktoken/encoders/${encoding === 'o200k_harmony' ? 'o200k_base' : encoding}`) as Ranks
}

const oracles = new Map<string, (text: string) => Uint32Array>()

/**
 * Returns the unmodified WASM encoder, which is the reference for every text that it can finish. The files of a worker
 * share it: creating one takes longer than most of their tests.
 */
export function oracle(encoding: EncodingName): (text: string) => Uint32Array {
  const known = oracles.get(encoding)
  if (known) return known
  const { bpe_ranks, special_tokens, pat_str } = ranksOf(encoding)
  const wasm = new Tiktoken(bpe_ranks, special_tokens, pat_str)
  const encode = (text: string): Uint32Array => wasm.encode_ordinary(text)
  oracles.set(encoding, encode)
  return encode
}

/** Encodings that split or merge differently from each other. */
export const distinct = ['o200k_base', 'cl100k_base', 'p50k_base', 'r50k_base'] as const

/** Fails if the tokens differ. Much faster than `toEqual`, which matters for a million texts. */
export function expectSame(text: string, tokens: ArrayLike<number>, expected: ArrayLike<number>): void {
  let same = tokens.length === expected.length
  for (let i = 0; same && i < tokens.length; i++) same = tokens[i] === expected[i]
  if (!same) expect({ text, tokens: Array.from(tokens) }).toEqual({ text, tokens: Array.from(expected) })
}

/** The number of cases that LAMELLA_CASES requests, such as a million: then tests skip nothing and take minutes. */
const wanted = Number(process.env['LAMELLA_CASES'] ?? 0)

/** Whether tests try every case. */
export const thorough: boolean = wanted > 0

/** Returns how many cases a test runs: `usual`, or LAMELLA_CASES if given. */
export function cases(usual: number): number {
  return thorough ? wanted : usual
}

/** Creates a generator of numbers from 0 to `below`, the same in every run (mulberry32). */
export function randomNumbers(state: number): (below: number) => number {
  let a = state
  return (below) => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

/** Everything that the patterns distinguish, and inputs that have broken tokenizers before. */
export const awkward: readonly string[] = [
  ...['a', 'b', 'é', 'A', 'É', 'ß', 'ǅ', 'ſ', 'ʰ', '中', '文', 'の', 'न', '\u093f', '\u0301', '٣', '½', '1', '7'],
  ...[
    ' ',
    '  ',
    '\t',
    '\n',
    '\r\n',
    '\u00a0',
    '\u0085',
    '\u3000',
    '\ufeff',
    '/',
    '-',
    '=',
    '!',
    '"',
    '{',
    '😀',
    '👩‍💻',
  ],
  ...["'", "'s", "'S", "'ſ", "'ll", "'RE", '’s', '\ud83d', '\udc00', '<|endoftext|>', ' the', 'Hello', 'ing', '\u200d'],
]

/** Words and signs of many scripts, as they occur in texts. */
export const usual: readonly string[] = [
  ...[
    ' function',
    ' return',
    'const ',
    'import',
    '());',
    ' => {',
    '\n\n',
    '\n  ',
    '    ',
    ': ',
    ', ',
    '. ',
    '": "',
    '_id',
  ],
  ...[
    'The',
    ' quick',
    ' BROWN',
    ' fox',
    'McDonald',
    "don't",
    " I'm",
    'HTTPServer',
    ' 2024',
    '-05-16',
    '3.14159',
    '0xFF',
  ],
  ...[
    ' Привет',
    ' мир',
    'ость',
    ' предприятия',
    'ТАСС',
    ' ελληνικά',
    ' العربية',
    ' עברית',
    ' हिन्दी',
    ' ไทย',
    ' 한국어',
    '안녕',
  ],
  ...[
    '我们',
    '的',
    '，',
    '。',
    '人工智能',
    '「',
    '日本語',
    'テスト',
    'です',
    '、',
    'ｶﾅ',
    '🇩🇪',
    '👨‍👩‍👧',
    'é',
    'ﬁ',
    '𝒳',
    '𠀀',
  ],
  ...['aGVsbG8', 'd29ybGQ=', '/path/to', '.ts', '#', '@', '&amp;', '<div>', '\\n', '%20', '\u0000', '\u00ad', '\u2028'],
]
