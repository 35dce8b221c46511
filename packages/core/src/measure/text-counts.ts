import type { CountMemory } from '../contract/count-memory.ts'
import type { Tokenizer } from '../contract/tokenizer.ts'
import { LamellaError } from '../errors.ts'

/**
 * Returns a tokenizer's counts, cached by content. Values that are not text cost nothing here: the encoder rejects them
 * with a path.
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

/** The length from which a text is counted line by line: counting shorter texts is as fast as splitting them. */
const longText = 500

/** Matches where a line begins as `splitsAtLines` requires. The line break stays with the preceding line. */
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
    what: `Tokenizer '${tokenizer.name}' ${what} instead of a whole number of tokens.`,
    fix: 'Correct its count(text); tokenizerSuite of @lamella/testkit finds the broken rule.',
    details: { tokenizer: tokenizer.name },
    cause,
  })
}
