import type { Part } from '@lamella/core'
import { isRecord } from '../shared/guards.ts'

/** Minimum number of characters of redacted thinking per token. Measured: 4.2 or more. */
const perRedactedToken = 4
/** Minimum number of characters in a signature per token of hidden thinking. Measured: 8.2 or more (Sonnet 5). */
const perSignatureToken = 5

/**
 * Returns the tokens of thinking without text: redacted, or only in its signature. A signature with its text repeats
 * that text, and costs nothing extra. Upper bounds, from recorded answers of pydantic/pydantic-ai and their usage.
 */
export function measureHiddenThinking(part: Part): number {
  if (part.type !== 'reasoning') return 0
  const fields: unknown = part.providerOptions?.['anthropic']
  if (!isRecord(fields)) return 0
  const { redactedData, signature } = fields
  if (typeof redactedData === 'string') return Math.ceil(redactedData.length / perRedactedToken)
  return part.text === '' && typeof signature === 'string' ? Math.ceil(signature.length / perSignatureToken) : 0
}
