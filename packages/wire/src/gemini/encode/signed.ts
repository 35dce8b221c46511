import { type Ledger, lose } from '../../shared/ledger.ts'
import { isBase64 } from '../base64.ts'
import type { GeminiFields } from '../provider-fields.ts'
import { isSkip } from '../signature.ts'
import type { GeminiPart } from '../types.ts'

/** The part with the signature that its options hold. One that is no base64 is refused by the API, and left out. */
export function withSignature(ledger: Ledger, part: GeminiPart, { thoughtSignature }: GeminiFields): GeminiPart {
  const signature = signatureOf(ledger, thoughtSignature)
  return signature === undefined ? part : { ...part, thoughtSignature: signature }
}

/** The signature as it may be sent. What only asks not to look for one is none: it is put in where it is needed. */
export function signatureOf(ledger: Ledger, signature: unknown): string | undefined {
  if (signature === undefined || signature === null || isSkip(signature)) return undefined
  if (typeof signature === 'string' && signature !== '' && isBase64(signature)) return signature
  lose(ledger, 'reasoning', 'The thought signature is left out: it is not base64.')
  return undefined
}
