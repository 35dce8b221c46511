import { type Ledger, lose } from '../shared/ledger.ts'
import type { GeminiFields } from './provider-fields.ts'
import type { GeminiPart } from './types.ts'

/**
 * The placeholder for a missing signature, which makes Gemini skip the validation. These are the bytes of
 * `skip_thought_signature_validator`: of the two texts that Google documents, the one that both the Gemini API and
 * Vertex AI accept.
 *
 * Source: ai.google.dev, "Thought signatures", FAQ; cloud.google.com, "Thought signatures", "Using REST or manual handling";
 * R accepted by gemini-3-flash-preview in this form.
 */
export const skipSignature = 'c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I='

/** Both texts, as base64 and as plain text. */
const skips: readonly unknown[] = [
  skipSignature,
  'skip_thought_signature_validator',
  'Y29udGV4dF9lbmdpbmVlcmluZ19pc190aGVfd2F5X3RvX2dv',
  'context_engineering_is_the_way_to_go',
]

/** Whether a signature is only the placeholder that skips validation. */
export function isSkip(signature: unknown): boolean {
  return skips.includes(signature)
}

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

const alphabet = /^[A-Za-z0-9+/_-]*={0,2}$/

/**
 * Whether a text is base64 in either alphabet, with or without padding. The API rejects anything else: "Base64 decoding
 * failed" (crmne/ruby_llm#521). A single leftover character cannot be decoded.
 */
export function isBase64(text: string): boolean {
  if (!alphabet.test(text)) return false
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return (text.length - padding) % 4 !== 1
}
