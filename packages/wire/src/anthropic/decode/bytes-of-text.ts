import { toBase64 } from '../../shared/base64.ts'

/** Encodes a text as the base64 of its UTF-8 bytes. */
export function encodeText(text: string): string {
  return toBase64(new TextEncoder().encode(text))
}
