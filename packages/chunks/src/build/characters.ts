import type { Framing, Tokenizer } from '@lamella/core'

/** The default tokenizer: four characters per token, rounded up. */
export const characters: Tokenizer = {
  name: 'characters/4',
  exact: false,
  count: (text) => Math.ceil(text.length / 4),
}

/** Counts texts only. */
export const noFraming: Framing = {
  name: 'none',
  request: 0,
  message: 0,
  toolCall: 0,
  toolResult: 0,
  tool: 0,
  image: 0,
  systemSeparator: '\n\n',
}
