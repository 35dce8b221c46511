import type { Part } from '@lamella/core'
import { isRecord } from '../shared/guards.ts'

/** Minimum number of characters in encrypted reasoning per token. Measured: 5.3 or more, GPT-5 to GPT-5.6. */
const charactersPerToken = 5

/**
 * Estimates the tokens of encrypted reasoning that is sent back: the model reads all of it, whatever its summary says.
 * An upper bound, from the content length compared with `reasoning_tokens` in 93 recorded answers of
 * pydantic/pydantic-ai.
 */
export function measureEncrypted(part: Part): number {
  if (part.type !== 'reasoning') return 0
  const fields: unknown = part.providerOptions?.['openai']
  const content: unknown = isRecord(fields) ? fields['reasoningEncryptedContent'] : undefined
  return typeof content === 'string' ? Math.ceil(content.length / charactersPerToken) : 0
}
