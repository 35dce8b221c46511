import type { Part } from '@lamella/core'
import { peekFields } from './provider-fields.ts'

/** Signature characters per token of thought. Measured: 4.2 or more, once 2.4, in 348 answers. */
const charactersPerToken = 4

/**
 * Estimates the tokens of the thoughts in a signature. An upper bound, from signature lengths compared with
 * `thoughtsTokenCount` in recorded answers of pydantic/pydantic-ai.
 */
export function measureSignature(part: Part): number {
  if (!('providerOptions' in part)) return 0
  const { thoughtSignature } = peekFields(part.providerOptions)
  return typeof thoughtSignature === 'string' ? Math.ceil(thoughtSignature.length / charactersPerToken) : 0
}
