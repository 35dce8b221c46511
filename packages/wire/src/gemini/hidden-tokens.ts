import type { Part } from '@lamella/core'
import { peekFields } from './provider-fields.ts'

/** Characters of a signature that make one token of thought. Measured: 4.2 and more, once 2.4, in 348 answers. */
const charactersPerToken = 4

/**
 * Tokens of the thoughts that a signature holds. An upper bound, from the length of signatures beside `thoughtsTokenCount`
 * in recorded answers of pydantic/pydantic-ai.
 */
export function measureSignature(part: Part): number {
  if (!('providerOptions' in part)) return 0
  const { thoughtSignature } = peekFields(part.providerOptions)
  return typeof thoughtSignature === 'string' ? Math.ceil(thoughtSignature.length / charactersPerToken) : 0
}
