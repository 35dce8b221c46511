/** The two methods that ES2024 gives strings (Node 20 has them; the library types of ES2023 do not). */
interface WellFormedString {
  isWellFormed?(): boolean
  toWellFormed?(): string
}

// In Unicode mode a pair is one code point, so this finds only halves.
const loneSurrogate = /\p{Surrogate}/u
const loneSurrogates = /\p{Surrogate}/gu

/**
 * Whether a text has no half of a surrogate pair. A request with one is refused: it cannot be written as UTF-8.
 * Costs nothing for texts of one byte a character, and one fast scan for others.
 */
export function isWellFormed(text: string): boolean {
  const native = text as unknown as WellFormedString
  return native.isWellFormed ? native.isWellFormed() : !loneSurrogate.test(text)
}

/** The text with U+FFFD in place of each half of a surrogate pair; the same string if there is none. */
export function toWellFormed(text: string): string {
  if (isWellFormed(text)) return text
  const native = text as unknown as WellFormedString
  return native.toWellFormed ? native.toWellFormed() : text.replace(loneSurrogates, '\uFFFD')
}
