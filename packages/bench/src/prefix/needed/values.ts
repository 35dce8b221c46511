const words = /[\p{L}\p{N}_]+(?:[./@-]+[\p{L}\p{N}_]+)*/gu
const wordCharacter = /[\p{L}\p{N}_]/u
const shortest = 4
/** Longer words are encoded data. */
const longest = 200

/**
 * Returns the values in a text, each once: ids, numbers of four or more digits, dates, amounts, paths and addresses.
 * A value has at least 4 characters and either a digit and a letter, or four digits, or more than 6 characters with a
 * slash, an underscore or an at sign.
 *
 * @example
 * valuesIn('Cancel HATHAT of ada_byron_12, due 2026-03-10.') // ['ada_byron_12', '2026-03-10']
 */
export function valuesIn(text: string): readonly string[] {
  return [...new Set(text.match(words) ?? [])].filter(isValue)
}

function isValue(word: string): boolean {
  if (word.length < shortest || word.length > longest) return false
  const digits = word.match(/\d/g)?.length ?? 0
  return digits >= 4 || (digits > 0 && /\p{L}/u.test(word)) || (word.length > 6 && /[/_@]/.test(word))
}

/** Checks whether a value occurs in a text as a whole: `W100` does not occur in `W1002`, but does in `src/W100.ts`. */
export function standsIn(value: string, text: string): boolean {
  return nextPlace(value, text, 0) >= 0
}

/** Returns the offsets at which a value occurs in a text as a whole. */
export function placesOf(value: string, text: string): readonly number[] {
  const places: number[] = []
  let place = nextPlace(value, text, 0)
  while (place >= 0) {
    places.push(place)
    place = nextPlace(value, text, place + value.length)
  }
  return places
}

function nextPlace(value: string, text: string, from: number): number {
  if (value === '') return -1
  let at = text.indexOf(value, from)
  while (at >= 0 && (continues(text, at) || continues(text, at + value.length))) at = text.indexOf(value, at + 1)
  return at
}

/** Checks whether a word goes on across an offset. */
function continues(text: string, at: number): boolean {
  return wordCharacter.test(text[at - 1] ?? '') && wordCharacter.test(text[at] ?? '')
}
