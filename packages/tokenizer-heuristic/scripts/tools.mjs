// Helpers shared by fit.mjs and measure.mjs.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Tiktoken } from 'tiktoken/lite'

/** Encodings with weights. */
export const encodings = ['o200k_base', 'cl100k_base']

const loaded = (encoding) => createRequire(import.meta.url)(`tiktoken/encoders/${encoding}`)

/** Returns the tokens of an encoding in the order of their numbers, their bytes as characters. */
export function vocabulary(encoding) {
  return loaded(encoding)
    .bpe_ranks.split('\n')
    .flatMap((line) =>
      line
        .split(' ')
        .slice(2)
        .map((token) => Buffer.from(token, 'base64').toString('latin1')),
    )
}

/** Creates an exact token counter that treats special tokens as text. */
export function exactCounter(encoding) {
  const { bpe_ranks, special_tokens, pat_str } = loaded(encoding)
  const tiktoken = new Tiktoken(bpe_ranks, special_tokens, pat_str)
  return (text) => tiktoken.encode_ordinary(text).length
}

/** Returns the mean of a function's results. */
export const mean = (values, of) => values.reduce((sum, value) => sum + of(value), 0) / values.length

export const percent = (share) => `${(100 * share).toFixed(1)} %`

/** Formats a Markdown table. */
export const markdown = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const page = new URL('../../../docs/estimates.md', import.meta.url)

/** Returns the part of docs/estimates.md between two markers. */
export function published(mark) {
  const [, rest] = readFileSync(page, 'utf8').split(`<!-- ${mark} -->\n`)
  return rest.slice(0, rest.indexOf(`\n<!-- /${mark} -->`))
}

/** Replaces the part of docs/estimates.md between two markers. */
export function publish(mark, text) {
  const [before, rest] = readFileSync(page, 'utf8').split(`<!-- ${mark} -->\n`)
  const after = rest.slice(rest.indexOf(`<!-- /${mark} -->`))
  writeFileSync(page, `${before}<!-- ${mark} -->\n${text}\n${after}`)
}
