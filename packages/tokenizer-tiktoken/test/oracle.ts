import { createRequire } from 'node:module'
import { Tiktoken } from 'tiktoken/lite'

const require = createRequire(import.meta.url)

interface Table {
  readonly pat_str: string
  readonly special_tokens: Record<string, number>
  readonly bpe_ranks: string
}

/** The WASM encoder as it is, which is the truth for every text that it can finish. */
export function oracle(encoding: string): (text: string) => readonly number[] {
  const table = require(`tiktoken/encoders/${encoding}`) as Table
  const wasm = new Tiktoken(table.bpe_ranks, table.special_tokens, table.pat_str)
  return (text) => Array.from(wasm.encode_ordinary(text))
}

/** Everything that the patterns tell apart, and what tokenizers have tripped over. */
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
