/** Longest identifier, in UTF-16 units, that is split at its capitals. Longer ones are keys or hashes. */
export const longestIdentifier = 64

/** `getUser` before the `U`, `HTMLParser` before the `P`, but not `PDFs`. */
const humps = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/u

/** Between a letter and a digit. */
const edges = /(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u

const grouped = /^\p{N}{1,3}(?:,\p{N}{3})+(?:\.\p{N}+)?$/u
const connected = /[_.]/

/**
 * Returns the words of a scanned word whose form but not case is folded: the parts of identifiers and versions, then
 * the whole, so that either can be found: `userName` is `user`, `Name` and `userName`; `3.11` is `3`, `11` and `3.11`;
 * `proj42` is `proj`, `42` and `proj42`. Single letters are not parts. Commas between digits are dropped; elsewhere they
 * separate.
 */
export function splitCompound(word: string): readonly string[] {
  if (word.includes(',')) {
    return grouped.test(word) ? splitCompound(word.replaceAll(',', '')) : word.split(',').flatMap(splitCompound)
  }
  const short = word.length <= longestIdentifier
  const parts = word.split(connected).flatMap((part) => (short ? part.split(humps).flatMap(atNumber) : [part]))
  return parts.length === 1 ? [word] : [...parts.filter(isPart), word]
}

/** Splits `proj42` and `16GB`, but not the letters and digits of a hash. */
function atNumber(part: string): readonly string[] {
  const pieces = part.split(edges)
  return pieces.length === 2 ? pieces : [part]
}

const isPart = (part: string): boolean => part.length > 1 || /^\p{N}$/u.test(part)
