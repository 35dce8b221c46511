/**
 * Han characters that are frequent in common words, simplified and traditional. Encodings have tokens for such words,
 * so a text with many of these characters needs fewer tokens than one full of names and terms. From general knowledge
 * of Chinese, about the 400 most frequent; the exact choice matters little.
 */
const commonHan: string = [
  '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起',
  '看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政',
  '美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变',
  '四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象',
  '完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运們這個來為國說時會對過後裡種經學現當沒動還進樣開從實軍無與長',
  '機將兩間問應戰頭體見產給話門東聲員論處義幾認條氣題別變總電數報結務場計統區隊決馬書聽達強難權設記類據邊張規萬覺術領傳師觀讓識帶導爭運',
].join('')

/** Kinds of characters. Those below `JOINER` can occur inside a Latin word; those up to `DIGIT` are ASCII only. */
export const LOWER = 1
export const UPPER = 2
export const DIGIT = 3
/** Non-ASCII Latin letters of Western Europe. */
export const LATIN = 4
/** Latin letters from U+0100 on: Polish, Turkish, Vietnamese. */
export const LATIN_FAR = 5
/**
 * A combining mark that ordinary text does not write, as it has composed letters or none: encodings have no words with it, so it
 * is a token or two of its own, and what is around it is no word either. Marks that a script writes in each word, as Thai and
 * Indic ones do, are letters like others.
 */
export const MARK = 6
/** A vowel sign of Hebrew or Arabic, or the stroke that stretches an Arabic word, which most texts leave out. */
const POINT = 7
/** Invisible: joiners, variation selectors, marks of direction. A token or two, and it splits the word that it is in. */
export const JOINER = 8
export const SPACE = 9
export const NEWLINE = 10
export const SYMBOL = 11
export const CJK_PUNCTUATION = 12
export const PUNCTUATION = 13
export const PICTURE = 14
/** Half of a surrogate pair: see `classOfPair`. */
export const SURROGATE = 15
/** Lowercase Cyrillic letters of Russian. From here on, every kind belongs to a script that is counted by runs. */
export const CYRILLIC = 16
export const CYRILLIC_CAPITAL = 17
/** Cyrillic letters that Russian does not use. */
export const CYRILLIC_OTHER = 18
const GREEK = 19
const HEBREW = 20
const ARABIC = 21
const DEVANAGARI = 22
const INDIC = 23
const THAI = 24
export const HAN = 25
export const HAN_COMMON = 26
const HIRAGANA = 27
const KATAKANA = 28
export const HANGUL = 29
/** Armenian and Georgian. */
const CAUCASIAN = 30
/** Letters of scripts that encodings have some tokens for. */
const LETTER = 31
/** Scripts of India and its neighbours that encodings have fewer words of: Gurmukhi, Telugu, Sinhala, Burmese, Khmer. */
const INDIC_FAR = 32
/** Digits of other scripts that encodings have tokens for. No token has several of them. */
const NUMERAL = 33
/** Everything else: up to a token a byte. */
export const RARE = 34

/** First unit, last unit, kind. Later rows override earlier ones. Units in no row are `RARE`. */
const blocks: readonly (readonly [first: number, last: number, kind: number])[] = [
  // Control characters are a token each.
  [0x0000, 0x007f, PICTURE],
  [0x0021, 0x007e, SYMBOL],
  [0x0020, 0x0020, SPACE],
  [0x0009, 0x0009, SPACE],
  [0x000a, 0x000d, NEWLINE],
  [0x0030, 0x0039, DIGIT],
  [0x0041, 0x005a, UPPER],
  [0x0061, 0x007a, LOWER],
  [0x0080, 0x00bf, PUNCTUATION],
  [0x00c0, 0x00ff, LATIN],
  [0x0100, 0x024f, LATIN_FAR],
  // Among others, of pinyin and African languages: bytes in all encodings, except for those of Vietnamese and Romanian.
  [0x0180, 0x024f, RARE],
  [0x01a0, 0x01a1, LATIN_FAR],
  [0x01af, 0x01b0, LATIN_FAR],
  [0x0218, 0x021b, LATIN_FAR],
  [0x00d7, 0x00d7, PUNCTUATION],
  [0x00f7, 0x00f7, PUNCTUATION],
  [0x0300, 0x036f, MARK],
  [0x0370, 0x03ff, GREEK],
  [0x0400, 0x04ff, CYRILLIC_OTHER],
  [0x0483, 0x0489, MARK],
  [0x0401, 0x0401, CYRILLIC_CAPITAL],
  [0x0410, 0x042f, CYRILLIC_CAPITAL],
  [0x0430, 0x044f, CYRILLIC],
  [0x0451, 0x0451, CYRILLIC],
  [0x0530, 0x058f, CAUCASIAN],
  [0x0590, 0x05ff, HEBREW],
  [0x0591, 0x05c7, POINT],
  // Hyphen, separator, end of verse and an inverted letter, among the points.
  [0x05be, 0x05be, HEBREW],
  [0x05c0, 0x05c0, HEBREW],
  [0x05c3, 0x05c3, HEBREW],
  [0x05c6, 0x05c6, HEBREW],
  [0x0600, 0x06ff, ARABIC],
  [0x0610, 0x061a, POINT],
  [0x064b, 0x065f, POINT],
  [0x0670, 0x0670, POINT],
  [0x06d6, 0x06ed, POINT],
  [0x06dd, 0x06de, ARABIC],
  [0x06e5, 0x06e6, ARABIC],
  [0x06e9, 0x06e9, ARABIC],
  [0x061c, 0x061c, JOINER],
  [0x0640, 0x0640, POINT],
  [0x0660, 0x0669, NUMERAL],
  [0x06f0, 0x06f9, NUMERAL],
  [0x0900, 0x097f, DEVANAGARI],
  [0x093c, 0x093c, POINT],
  [0x0951, 0x0954, MARK],
  [0x0966, 0x096f, NUMERAL],
  [0x0980, 0x0dff, INDIC],
  [0x09e6, 0x09ef, NUMERAL],
  [0x0a00, 0x0a7f, INDIC_FAR],
  [0x0ae6, 0x0aef, NUMERAL],
  [0x0b00, 0x0b7f, LETTER],
  [0x0c00, 0x0c7f, INDIC_FAR],
  [0x0d80, 0x0dff, INDIC_FAR],
  [0x0e00, 0x0e7f, THAI],
  [0x0e80, 0x0fff, LETTER],
  [0x1000, 0x104f, INDIC_FAR],
  // Letters of other languages in the script of Burmese.
  [0x1022, 0x1022, LETTER],
  [0x1028, 0x1028, LETTER],
  [0x1033, 0x1035, LETTER],
  [0x1050, 0x109f, LETTER],
  // Digits that are two tokens each.
  [0x0a66, 0x0a6f, LETTER],
  [0x0be6, 0x0bef, LETTER],
  [0x0c66, 0x0c6f, LETTER],
  [0x0ce6, 0x0cef, LETTER],
  [0x0d66, 0x0d6f, LETTER],
  [0x0de6, 0x0def, LETTER],
  [0x0e50, 0x0e59, LETTER],
  [0x1040, 0x1049, LETTER],
  [0x10a0, 0x10ff, CAUCASIAN],
  [0x1200, 0x137f, LETTER],
  [0x1780, 0x17ff, INDIC_FAR],
  [0x17e0, 0x17e9, NUMERAL],
  [0x1e00, 0x1eff, LATIN_FAR],
  [0x2000, 0x206f, PUNCTUATION],
  [0x200b, 0x200f, JOINER],
  [0x2061, 0x2069, JOINER],
  [0x20ac, 0x20ac, PUNCTUATION],
  [0x2100, 0x23ff, PICTURE],
  [0x2500, 0x27bf, PICTURE],
  [0x3000, 0x303f, CJK_PUNCTUATION],
  // An ideographic space; then signs that are a token or two, as those of full width below.
  [0x3000, 0x3000, PUNCTUATION],
  [0x3003, 0x3004, PICTURE],
  [0x3008, 0x3009, PICTURE],
  [0x3012, 0x301b, PICTURE],
  [0x301d, 0x303f, PICTURE],
  [0x3005, 0x3007, HAN],
  [0x3040, 0x309f, HIRAGANA],
  [0x3099, 0x309a, MARK],
  [0x30a0, 0x30ff, KATAKANA],
  [0x4e00, 0x9fff, HAN],
  [0xac00, 0xd7af, HANGUL],
  [0xd800, 0xdfff, SURROGATE],
  [0xfe0f, 0xfe0f, JOINER],
  [0xfeff, 0xfeff, JOINER],
  [0xff01, 0xff0f, CJK_PUNCTUATION],
  [0xff1a, 0xff20, CJK_PUNCTUATION],
  [0xff02, 0xff07, PICTURE],
  [0xff0a, 0xff0b, PICTURE],
  [0xff1c, 0xff1d, PICTURE],
  [0xff20, 0xff20, PICTURE],
  [0xff10, 0xff19, NUMERAL],
]

let table: Uint8Array | undefined

/**
 * Returns the kind of every UTF-16 unit. Built on the first call (65 KB, well under a millisecond), so that importing
 * costs nothing.
 */
export function unitClasses(): Uint8Array {
  if (table !== undefined) return table
  table = new Uint8Array(0x10000).fill(RARE)
  for (const [first, last, kind] of blocks) table.fill(kind, first, last + 1)
  for (const character of commonHan) table[character.charCodeAt(0)] = HAN_COMMON
  return table
}

/** Returns the kind of a character beyond U+FFFF, by its surrogates. */
export function classOfPair(high: number, low: number): number {
  // U+1F1E0, where flags begin, to U+1FBFF.
  return (high === 0xd83c && low >= 0xdde0) || high === 0xd83d || high === 0xd83e ? PICTURE : RARE
}

let known: Uint8Array | undefined

/** Returns 1 for the units whose weights are those of texts in a language: neither ASCII nor `RARE`. */
export function knownUnits(): Uint8Array {
  known ??= unitClasses().map((kind, unit) =>
    kind !== RARE && (kind !== SURROGATE || (unit < 0xdc00 && classOfPair(unit, 0xdfff) === PICTURE)) ? 1 : 0,
  )
  return known
}
