import type { Part } from '@lamella/core'
import { isRecord } from '../shared/guards.ts'

/** Characters of encrypted reasoning that make one token, at least. Measured: 5.3 and more, GPT-5 to GPT-5.6. */
const charactersPerToken = 5

/**
 * Tokens of reasoning that goes back encrypted: the model reads all of it, whatever its summary says. An upper bound, from
 * the length of the content beside `reasoning_tokens` in 93 recorded answers of pydantic/pydantic-ai.
 */
export function measureEncrypted(part: Part): number {
  if (part.type !== 'reasoning') return 0
  const fields: unknown = part.providerOptions?.['openai']
  const content: unknown = isRecord(fields) ? fields['reasoningEncryptedContent'] : undefined
  return typeof content === 'string' ? Math.ceil(content.length / charactersPerToken) : 0
}
