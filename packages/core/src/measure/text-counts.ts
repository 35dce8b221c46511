import type { CountMemory } from '../contract/count-memory.ts'
import type { Tokenizer } from '../contract/tokenizer.ts'
import { LamellaError } from '../errors.ts'

/**
 * A tokenizer's counts, remembered by content. What is no text costs nothing here: the encoder refuses it with a path.
 *
 * @throws LamellaError `TOKENIZER_FAILED` from the returned function
 */
export function rememberCounts(tokenizer: Tokenizer, memory: CountMemory): (text: string) => number {
  const recall = memory.countsOf(tokenizer)
  const countWhole = (text: string): number => checkedCount(tokenizer, text)
  const countLines = (text: string): number =>
    text.split(lineStart).reduce((sum, line) => sum + (line === '' ? 0 : recall(line, countWhole)), 0)
  const isLong = (text: string): boolean => tokenizer.splitsAtLines === true && text.length > longText
  return (text) => (typeof text !== 'string' || text === '' ? 0 : recall(text, isLong(text) ? countLines : countWhole))
}

/** Characters from which on a text is counted line by line: the others are counted as fast as they are split. */
const longText = 500

/** Where a line begins in such a way that `splitsAtLines` speaks of it. The line break stays with the line before. */
const lineStart = /(?<=\n)(?=[\p{L}\p{N}*#<-])/u

function checkedCount(tokenizer: Tokenizer, text: string): number {
  let tokens: number
  try {
    tokens = tokenizer.count(text)
  } catch (cause) {
    throw failed(tokenizer, 'threw', cause)
  }
  if (!Number.isSafeInteger(tokens) || tokens < 0) throw failed(tokenizer, `returned ${String(tokens)}`)
  return tokens
}

function failed(tokenizer: Tokenizer, what: string, cause?: unknown): LamellaError {
  return new LamellaError({
    code: 'TOKENIZER_FAILED',
    what: `Tokenizer '${tokenizer.name}' ${what} where a whole number of tokens was expected.`,
    fix: 'Correct its count(text); tokenizerSuite of @lamella/testkit shows which rule it breaks.',
    details: { tokenizer: tokenizer.name },
    cause,
  })
}
