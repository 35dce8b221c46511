import { DIGIT, UPPER, unitClasses } from './classes.ts'

/** Shortest run of letters and digits that may be taken for random data. */
const shortest = 12

/** How far a run is looked at before it is judged: bounded, so that no text is quadratic. */
const lookAhead = 40

/**
 * Where the run of ASCII letters and digits at `from` ends: a positive number if it looks like random data (base64, hex,
 * ids), since its kinds of character change often; a negative one, -end, if not. Only its first 40 characters are judged.
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
    // A capital and the small letters after it are one word.
    if (kind !== last && !(last === UPPER && kind < last)) turns++
    last = kind
  }
  if (digits === 0 || end - from < shortest || (turns - 1) * 5 < end - from) return -end
  while (end < length && (classes[text.charCodeAt(end)] as number) <= DIGIT) end++
  return end
}

/** Whether a run has a capital in its first characters: then it is base64 rather than hex. */
export function hasCapital(text: string, from: number, end: number): boolean {
  const classes = unitClasses()
  const limit = Math.min(end, from + lookAhead)
  for (let at = from; at < limit; at++) if (classes[text.charCodeAt(at)] === UPPER) return true
  return false
}
