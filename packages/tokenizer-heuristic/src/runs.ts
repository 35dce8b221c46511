import {
  CYRILLIC,
  CYRILLIC_CAPITAL,
  CYRILLIC_OTHER,
  classOfPair,
  HAN_COMMON,
  JOINER,
  LATIN,
  LATIN_FAR,
  MARK,
  RARE,
  SURROGATE,
  SYMBOL,
  UPPER,
  unitClasses,
} from './classes.ts'
import { indexOf } from './features.ts'
import { scriptFeatures } from './script-features.ts'

// Destructured here once: a constant of the module costs the loop nothing, a lookup by name does.
const {
  cyrillic,
  cyrillic2,
  cyrillicCapital,
  cyrillicChars,
  cyrillicOther,
  han,
  hanCommon,
  joiners,
  latin,
  latinAccents,
  latinChars,
  latinFar,
  marks,
  points,
  repeated,
  repeatedRest,
  symbol1,
  symbol2,
  symbol4,
  symbolBeforeWord,
  symbolRest,
} = indexOf

export function add(counts: Int32Array, feature: number, amount: number): void {
  counts[feature] = (counts[feature] as number) + amount
}

/** Returns the start of the next character: two units on after a complete surrogate pair. */
export function after(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (unit < 0xd800 || unit > 0xdbff || at + 1 >= text.length) return at + 1
  const low = text.charCodeAt(at + 1)
  return low >= 0xdc00 && low <= 0xdfff ? at + 2 : at + 1
}

/** Counts a combining mark, or an invisible character, inside a word. */
function addMark(kind: number, counts: Int32Array): void {
  add(counts, kind === MARK ? marks : kind === JOINER ? joiners : points, 1)
}

/** Reads a Latin word with non-ASCII letters, including its digits. Returns its end, as all of these functions do. */
export function accentedWord(text: string, from: number, counts: Int32Array): number {
  const classes = unitClasses()
  let accents = 0
  let far = 0
  let at = from
  for (; at < text.length; at++) {
    const kind = classes[text.charCodeAt(at)] as number
    if (kind >= JOINER) break
    if (kind >= LATIN) accents++
    if (kind === LATIN_FAR) far++
    else if (kind >= MARK) addMark(kind, counts)
  }
  add(counts, latin, 1)
  add(counts, latinChars, at - from)
  add(counts, latinAccents, accents)
  add(counts, latinFar, far)
  return at
}

/** Reads a word of Cyrillic letters. */
export function cyrillicWord(text: string, from: number, counts: Int32Array): number {
  const classes = unitClasses()
  const { length } = text
  if (classes[text.charCodeAt(from)] === CYRILLIC_CAPITAL) add(counts, cyrillicCapital, 1)
  let others = 0
  let at = from
  for (; at < length; at++) {
    const kind = classes[text.charCodeAt(at)] as number
    if (kind === CYRILLIC_OTHER) others++
    else if (kind >= MARK && kind <= JOINER) addMark(kind, counts)
    else if (kind !== CYRILLIC && kind !== CYRILLIC_CAPITAL) break
  }
  const size = at - from
  add(counts, cyrillic, 1)
  add(counts, cyrillicChars, size)
  add(counts, cyrillic2 + Math.min(6, (size - 1) >> 1), 1)
  if (others > 0) add(counts, cyrillicOther, others)
  return at
}

/** Reads a run of any other script. */
export function scriptRun(text: string, from: number, kind: number, counts: Int32Array): number {
  const classes = unitClasses()
  const { length } = text
  const base = scriptFeatures[kind] as number
  let pairs = 0
  let at = from
  while (at < length) {
    const unit = text.charCodeAt(at)
    const here = classes[unit] as number
    if (here === HAN_COMMON && base === han) {
      add(counts, hanCommon, 1)
      at++
    } else if (here === kind || scriptFeatures[here] === base) at++
    else if (here >= MARK && here <= JOINER) {
      addMark(here, counts)
      at++
    } else {
      if (here !== SURROGATE || scriptFeatures[classOfPair(unit, text.charCodeAt(at + 1))] !== base) break
      const next = after(text, at)
      pairs += next - at - 1
      at = next
    }
  }
  add(counts, base, 1)
  // Each character beyond U+FFFF is one, or four bytes.
  add(counts, base + 1, at - from - (kind === RARE ? Math.floor((pairs * 2) / 3) : pairs))
  return at
}

/** The signs that lines are drawn with, of which encodings have long tokens. Of others, they have up to two or four. */
const rulers = '#%*+-./=_~'

/** Reads a run of ASCII punctuation, or of one repeated sign. */
export function symbolRun(text: string, from: number, counts: Int32Array): number {
  const classes = unitClasses()
  const { length } = text
  const first = text.charCodeAt(from)
  let at = from + 1
  while (at < length && text.charCodeAt(at) === first) at++
  if (at - from > 3) {
    const rest = at - from - 4
    add(counts, repeated, 1)
    if (rulers.includes(text.charAt(from))) add(counts, repeatedRest, rest)
    else add(counts, symbolRest, Math.ceil((rest * 2) / 3))
    return at
  }
  while (at < length && classes[text.charCodeAt(at)] === SYMBOL) at++
  const size = at - from
  if (size === 1) {
    const word = at < length && (classes[text.charCodeAt(at)] as number) <= UPPER
    add(counts, word ? symbolBeforeWord : symbol1, 1)
  } else {
    add(counts, size < 4 ? symbol2 + size - 2 : symbol4, 1)
    if (size > 4) add(counts, symbolRest, size - 4)
  }
  return at
}
