import type { Framing, Tokenizer } from '@lamella/core'

/** One character, one token: expected values can be counted by eye. */
export const charTokenizer: Tokenizer = { name: 'char', exact: true, count: (text) => text.length }

/** Framing in small distinct numbers, so that mixing them up is noticed. */
export const framing: Framing = {
  name: 'test',
  request: 3,
  message: 2,
  toolCall: 5,
  toolResult: 4,
  tool: 7,
  image: 11,
  systemSeparator: '\n\n',
}
