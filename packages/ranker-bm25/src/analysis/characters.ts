/** The kind of a character. 0 means unknown: the table of kinds is filled as characters occur. */
export type Kind = number

/** Between words. */
export const separator: Kind = 1
/** A letter or digit of a script with spaces between words. */
export const letter: Kind = 2
/**
 * Part of the preceding character: marks, joiners, soft hyphens, the later parts of a Hangul syllable. Ignored when
 * alone.
 */
export const joining: Kind = 3
/** A letter of a script without spaces. */
export const unspaced: Kind = 4
/** Folds to one or more letters of a script without spaces. */
export const unspacedUnfolded: Kind = 5
/** A term by itself. */
export const emoji: Kind = 6
/** Half of a flag. */
export const regional: Kind = 7
/** Part of a word, an identifier or a version when between letters or digits: an apostrophe, a hyphen, a point or underscores. */
export const joint: Kind = 8
/** Part of a number when between digits. */
export const comma: Kind = 9

/** Scripts written without spaces, or with compound words, where a run of letters is not a word. */
const scripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']

const isUnspaced = new RegExp(`(?=[\\p{L}\\p{N}])[${scripts.map((name) => `\\p{scx=${name}}`).join('')}]`, 'u')
/** Whether a text has letters of a script without spaces. */
export const hasUnspaced = (text: string): boolean => isUnspaced.test(text)

const isLetter = /[\p{L}\p{N}]/u
/**
 * Marks, vowels and final consonants of decomposed Hangul, skin tones, and invisible characters except the zero-width
 * space.
 */
const isJoining = /^(?:\p{M}|[\u1160-\u11ff]|\p{Emoji_Modifier}|(?!\u200b)\p{DI})/u
/** Characters with emoji presentation, and older symbols that may have it. */
const isEmoji = /\p{Emoji_Presentation}|(?=[\u2600-\u27bf\u{1f000}-\u{1faff}])\p{Extended_Pictographic}/u
const isRegional = /\p{Regional_Indicator}/u
/** Signs that would fold to letters and merge with the preceding word. */
const isSign = /[™℠№]/
const joints = '’ʼʻ＇‐‑'

/** Returns the kind of the character at an index of a text. A lone surrogate is a separator. */
type KindAt = (text: string, at: number) => Kind

/** The maximum number of surrogate pairs to cache: more than people use, but not all that exist. */
const mostBeyond = 20_000

/** Kinds by UTF-16 unit. Characters beyond the BMP are cached separately. */
export interface Kinds {
  /** By unit, 0 if unknown. Surrogates stay 0. */
  readonly table: Uint8Array
  readonly at: KindAt
}

function createKinds(): Kinds {
  const table = new Uint8Array(65_536)
  for (let unit = 0; unit < 128; unit++) table[unit] = kindOfAscii(unit)
  const beyond = new Map<number, Kind>()
  const at = (text: string, place: number): Kind => {
    const unit = text.charCodeAt(place)
    const known = table[unit] as Kind
    if (known !== 0) return known
    const code = text.codePointAt(place) as number
    const kind = beyond.get(code) ?? kindOf(code)
    if (unit < 0xd800 || unit > 0xdfff) table[unit] = kind
    else if (beyond.size < mostBeyond) beyond.set(code, kind)
    return kind
  }
  return { table, at }
}

/**
 * Uses only comparisons: most texts have no other characters, and for a short text this is faster than regular
 * expressions.
 */
function kindOfAscii(code: number): Kind {
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)) return letter
  if (code === 39 || code === 45 || code === 46 || code === 95) return joint
  return code === 44 ? comma : separator
}

function kindOf(code: number): Kind {
  if (code < 128) return kindOfAscii(code)
  if (code >= 0xd800 && code <= 0xdfff) return separator
  const character = String.fromCodePoint(code)
  if (joints.includes(character)) return joint
  if (isSign.test(character)) return separator
  if (isRegional.test(character)) return regional
  // Characters that fold to a letter of the kind belong to it, such as circled digits and squared words.
  const folded = character.normalize('NFKC')
  if (isJoining.test(folded)) return joining
  if (isUnspaced.test(folded)) return folded === character ? unspaced : unspacedUnfolded
  if (isLetter.test(folded)) return letter
  return isEmoji.test(character) ? emoji : separator
}

/** The kinds of all characters, cached on first use and shared by all analyzers. */
export const kinds: Kinds = /* @__PURE__ */ createKinds()
