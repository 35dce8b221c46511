import type { EncodingName } from './encodings.ts'
import { mergeBytes } from './merge.ts'
import type { Ranks } from './rank-table.ts'
import { split } from './split.ts'

/**
 * The tokens of a text whose pieces may be of any length. Exact as the WASM encoder is, and slower than it on ordinary
 * text, but never quadratic.
 */
export function encodeLong(text: string, encoding: EncodingName, ranks: Ranks): readonly number[] {
  const tokens: number[] = []
  // Half of a surrogate pair has no bytes; the encoders that take UTF-8 read U+FFFD in its place.
  for (const piece of split(text.replace(/\p{Cs}/gu, '\uFFFD'), encoding)) {
    for (const token of mergeBytes(binary(piece), ranks)) tokens.push(token)
  }
  return tokens
}

const utf8 = new TextEncoder()

/** A string with one character (0 to 255) for each byte of the text in UTF-8. */
function binary(text: string): string {
  const bytes = utf8.encode(text)
  if (bytes.length === text.length) return text
  let result = ''
  // In parts, since arguments of a call lie on the stack.
  for (let at = 0; at < bytes.length; at += 4096) result += String.fromCharCode(...bytes.subarray(at, at + 4096))
  return result
}
