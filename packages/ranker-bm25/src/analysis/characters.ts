/** What a character is to the scanner. 0 is none: the table of kinds is filled as characters are met. */
export type Kind = number

/** Between words. */
export const separator: Kind = 1
/** A letter or digit of a script that puts spaces between words. */
export const letter: Kind = 2
/** Belongs to what stands before it: marks, joiners, soft hyphens, the later parts of a Hangul syllable. Alone it is nothing. */
export const joining: Kind = 3
/** A letter of a script without spaces. */
export const unspaced: Kind = 4
/** Becomes one or more of those when it is folded. */
export const unspacedUnfolded: Kind = 5
/** A term by itself. */
export const emoji: Kind = 6
/** Half of a flag. */
export const regional: Kind = 7
/** Between letters, part of their word. */
export const apostrophe: Kind = 8
/** Between letters, part of an identifier. */
export const underscore: Kind = 9
/** Between digits, part of a number or a version. */
export const point: Kind = 10

/** Scripts that are written without spaces, or whose words are compounds, so that a run of letters is no word. */
const scripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']

const isUnspaced = new RegExp(`(?=[\\p{L}\\p{N}])[${scripts.map((name) => `\\p{scx=${name}}`).join('')}]`, 'u')
const isLetter = /[\p{L}\p{N}]/u
/** Marks, vowels and final consonants of decomposed Hangul, skin tones, and what is not seen, except the space of no width. */
const isJoining = /^(?:\p{M}|[\u1160-\u11ff]|\p{Emoji_Modifier}|(?!\u200b)\p{DI})/u
/** Those that are shown as pictures, and older symbols that may be. */
const isEmoji = /\p{Emoji_Presentation}|(?=[\u2600-\u27bf\u{1f000}-\u{1faff}])\p{Extended_Pictographic}/u
const isRegional = /\p{Regional_Indicator}/u
/** Signs that would become letters, and grow together with the word before them. */
const isSign = /[™℠№]/
const apostrophes = '’ʼʻ＇'

/** Gives the kind of the character that begins at a place of a text. One that is not whole is a separator. */
type KindAt = (text: string, at: number) => Kind

/** Characters of pairs of units that are remembered: more than people use, and not all that there are. */
const mostBeyond = 20_000

/** Kinds by UTF-16 unit. Those of characters beyond are remembered apart. */
export interface Kinds {
  /** By unit, 0 where it is not known yet. Halves of pairs stay 0. */
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

/** By comparing alone: most texts have no other characters, and a short one is read in less time than patterns take for these. */
function kindOfAscii(code: number): Kind {
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)) return letter
  if (code === 39) return apostrophe
  if (code === 95) return underscore
  return code === 46 || code === 44 ? point : separator
}

function kindOf(code: number): Kind {
  if (code < 128) return kindOfAscii(code)
  if (code >= 0xd800 && code <= 0xdfff) return separator
  const character = String.fromCodePoint(code)
  if (apostrophes.includes(character)) return apostrophe
  if (isSign.test(character)) return separator
  if (isRegional.test(character)) return regional
  // What folds into a letter of the kind is one of them, such as circled digits and squared words.
  const folded = character.normalize('NFKC')
  if (isJoining.test(folded)) return joining
  if (isUnspaced.test(folded)) return folded === character ? unspaced : unspacedUnfolded
  if (isLetter.test(folded)) return letter
  return isEmoji.test(character) ? emoji : separator
}

/** The kinds of all characters, found out as they are met: what a character is does not depend on who asks. */
export const kinds: Kinds = /* @__PURE__ */ createKinds()
