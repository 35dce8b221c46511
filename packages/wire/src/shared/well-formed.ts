/** The two methods that ES2024 adds to strings (Node 20 has them; the library types of ES2023 do not). */
interface WellFormedString {
  isWellFormed?(): boolean
  toWellFormed?(): string
}

// In Unicode mode a pair is one code point, so this matches only lone surrogates.
const loneSurrogate = /\p{Surrogate}/u
const loneSurrogates = /\p{Surrogate}/gu

/**
 * Whether a text has no lone surrogate. The API rejects requests with one: it cannot be written as UTF-8. Free for
 * one-byte strings, and one fast scan for others.
 */
export function isWellFormed(text: string): boolean {
  const native = text as unknown as WellFormedString
  return native.isWellFormed ? native.isWellFormed() : !loneSurrogate.test(text)
}

/** Returns the text with U+FFFD in place of each lone surrogate; the same string if there is none. */
export function toWellFormed(text: string): string {
  if (isWellFormed(text)) return text
  const native = text as unknown as WellFormedString
  return native.toWellFormed ? native.toWellFormed() : text.replace(loneSurrogates, '\uFFFD')
}
