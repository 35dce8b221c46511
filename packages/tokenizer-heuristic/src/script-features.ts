import {
  ARABIC,
  CAUCASIAN,
  CYRILLIC,
  CYRILLIC_CAPITAL,
  CYRILLIC_OTHER,
  DEVANAGARI,
  GREEK,
  HAN,
  HAN_COMMON,
  HANGUL,
  HEBREW,
  HIRAGANA,
  INDIC,
  INDIC_FAR,
  KATAKANA,
  LETTER,
  NUMERAL,
  RARE,
  THAI,
} from './classes.ts'
import { indexOf } from './features.ts'

/**
 * The index in the vector of a script's two numbers: its runs and their characters. Zero for kinds of characters that
 * are not a script of their own.
 */
export const scriptFeatures: Uint8Array = new Uint8Array(RARE + 1)
scriptFeatures[CYRILLIC] = indexOf.cyrillic
scriptFeatures[CYRILLIC_CAPITAL] = indexOf.cyrillic
scriptFeatures[CYRILLIC_OTHER] = indexOf.cyrillic
scriptFeatures[GREEK] = indexOf.greek
scriptFeatures[HEBREW] = indexOf.hebrew
scriptFeatures[ARABIC] = indexOf.arabic
scriptFeatures[DEVANAGARI] = indexOf.devanagari
scriptFeatures[INDIC] = indexOf.indic
scriptFeatures[THAI] = indexOf.thai
scriptFeatures[HAN] = indexOf.han
scriptFeatures[HAN_COMMON] = indexOf.han
scriptFeatures[HIRAGANA] = indexOf.hiragana
scriptFeatures[KATAKANA] = indexOf.katakana
scriptFeatures[HANGUL] = indexOf.hangul
scriptFeatures[CAUCASIAN] = indexOf.caucasian
scriptFeatures[LETTER] = indexOf.letters
scriptFeatures[INDIC_FAR] = indexOf.indicFar
scriptFeatures[NUMERAL] = indexOf.numerals
scriptFeatures[RARE] = indexOf.rare
