/** Longest identifier, in UTF-16 units, that is split at its capitals. What is longer is a key or a hash. */
const longestIdentifier = 64

/** `getUser` before the `U`, `HTMLParser` before the `P`; not `PDFs`. */
const humps = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/u

const grouped = /^\p{N}{1,3}(?:,\p{N}{3})+(?:\.\p{N}+)?$/u
const connected = /[_.]/

/**
 * The words of what the scanner took for one, folded in form but not in case: the parts of identifiers and versions, then the
 * whole, as either may be asked for: `userName` is `user`, `Name` and `userName`; `3.11` is `3`, `11` and `3.11`. Letters
 * that stand alone are no part. Commas between the digits of a number are dropped, and separate elsewhere.
 */
export function splitCompound(word: string): readonly string[] {
  if (word.includes(',')) {
    return grouped.test(word) ? splitCompound(word.replaceAll(',', '')) : word.split(',').flatMap(splitCompound)
  }
  const short = word.length <= longestIdentifier
  const parts = word.split(connected).flatMap((part) => (short ? part.split(humps) : [part]))
  return parts.length === 1 ? [word] : [...parts.filter(isPart), word]
}

const isPart = (part: string): boolean => part.length > 1 || /^\p{N}$/u.test(part)
