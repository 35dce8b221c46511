import { type Ledger, lose } from '../../shared/ledger.ts'
import { isBase64 } from '../base64.ts'
import type { GeminiFields } from '../provider-fields.ts'
import { isSkip } from '../signature.ts'
import type { GeminiPart } from '../types.ts'

/** Returns the part with the signature from its options. Leaves out one that is not base64, which the API rejects. */
export function withSignature(ledger: Ledger, part: GeminiPart, { thoughtSignature }: GeminiFields): GeminiPart {
  const signature = signatureOf(ledger, thoughtSignature)
  return signature === undefined ? part : { ...part, thoughtSignature: signature }
}

/**
 * Returns the signature that may be sent. The placeholder that skips validation is not a signature: it is inserted
 * where needed.
 */
export function signatureOf(ledger: Ledger, signature: unknown): string | undefined {
  if (signature === undefined || signature === null || isSkip(signature)) return undefined
  if (typeof signature === 'string' && signature !== '' && isBase64(signature)) return signature
  return void lose(ledger, 'reasoning', 'The thought signature is left out: it is not base64.')
}
