import type { Part } from '@lamella/core'
import { isRecord, type UnknownRecord } from '../shared/guards.ts'

/** Minimum number of characters in encrypted reasoning per token. Measured: 5.3 or more, GPT-5 to GPT-5.6. */
export const charactersPerToken = 5

/**
 * Estimates the tokens of encrypted reasoning, or of a compaction, that is sent back: the model reads all of it, whatever its
 * summary says.
 * An upper bound, from the content length compared with `reasoning_tokens` in 93 recorded answers of
 * pydantic/pydantic-ai.
 */
export function measureEncrypted(part: Part): number {
  if (part.type !== 'reasoning' && part.type !== 'tool-call') return 0
  const fields: unknown = part.providerOptions?.['openai']
  const content = isRecord(fields) ? encryptedIn(part.type, fields) : undefined
  return typeof content === 'string' ? Math.ceil(content.length / charactersPerToken) : 0
}

/** The encrypted content of reasoning, or of a compaction, which is a call of a provider tool here. */
function encryptedIn(type: 'reasoning' | 'tool-call', { reasoningEncryptedContent, item }: UnknownRecord): unknown {
  if (type === 'reasoning') return reasoningEncryptedContent
  return isRecord(item) && item['type'] === 'compaction' ? item['encrypted_content'] : undefined
}
