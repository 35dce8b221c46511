import { DIGIT, UPPER, unitClasses } from './classes.ts'

/** The shortest run of letters and digits that may be random data. */
const shortest = 12

/** The number of characters examined before a run is judged: bounded, so that no text takes quadratic time. */
const lookAhead = 40

/**
 * Finds the end of the run of ASCII letters and digits at `from`. Returns it as a positive number if the run looks like
 * random data (base64, hex, ids), with frequent changes between kinds of characters, and as -end if not. Judges only
 * the first 40 characters.
 */
export function blobEnd(text: string, from: number): number {
  const classes = unitClasses()
  const { length } = text
  const limit = Math.min(length, from + lookAhead)
  let end = from
  let turns = 0
  let digits = 0
  let last = 0
  for (; end < limit; end++) {
    const kind = classes[text.charCodeAt(end)] as number
    if (kind > DIGIT) break
    if (kind === DIGIT) digits++
    // A capital and the lowercase letters after it form one word.
    if (kind !== last && !(last === UPPER && kind < last)) turns++
    last = kind
  }
  if (digits === 0 || end - from < shortest || (turns - 1) * 5 < end - from) return -end
  while (end < length && (classes[text.charCodeAt(end)] as number) <= DIGIT) end++
  return end
}

/** Checks whether a run has a capital among its first characters, which makes it base64 rather than hex. */
export function hasCapital(text: string, from: number, end: number): boolean {
  const classes = unitClasses()
  const limit = Math.min(end, from + lookAhead)
  for (let at = from; at < limit; at++) if (classes[text.charCodeAt(at)] === UPPER) return true
  return false
}
