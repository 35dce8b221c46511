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
