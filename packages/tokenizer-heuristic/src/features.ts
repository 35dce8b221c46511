/**
 * What is counted in a text. The estimate is a weighted sum of these, so each stands for something that costs about the
 * same number of tokens wherever it occurs.
 */
export const featureNames = [
  // ASCII words after a space or at a line's beginning, by length, as most are one token. `word15` has all longer ones.
  'word1',
  'word2',
  'word3',
  'word4',
  'word5',
  'word6',
  'word7',
  'word8',
  'word9',
  'word10',
  'word11',
  'word12',
  'word13',
  'word14',
  'word15',
  /** Letters beyond the 15th. */
  'wordRest',
  // ASCII words joined to what stands before them, as in code: after a symbol, a digit or another word (camelCase).
  'part1',
  'part2',
  'part3',
  'part4',
  'part5',
  'part6',
  'part7',
  'part8',
  'part9',
  'part10',
  'part11',
  'partRest',
  // Of both: words with a capital first, as names have, and those that end in a vowel but `e`, which English ones seldom do.
  'capital',
  'vowelEnd',
  // Runs of capitals, and their letters beyond the second.
  'caps',
  'capsRest',
  // Runs that mix cases and digits as random data does, per character.
  'base64',
  'hex',
  // Groups of up to three digits.
  'digits',
  // Spaces that do not melt into the next word.
  'spaceBeforeDigit',
  'indent',
  'newlines',
  'newlinesAfterSymbol',
  'tabs',
  // Runs of ASCII punctuation: one alone, one before a word, longer ones by length, and repetitions of one character.
  'symbol1',
  'symbolBeforeWord',
  'symbol2',
  'symbol3',
  'symbol4',
  'symbolRest',
  'repeated',
  'repeatedRest',
  // Words of other alphabets, or runs without a space: how many and their characters.
  'latin',
  'latinChars',
  'latinAccents',
  // Of them, letters from U+0100 on.
  'latinFar',
  // Words without accents soon after one that had some: they are likely not English.
  'foreign',
  'foreignChars',
  'cyrillic',
  'cyrillicChars',
  // Cyrillic words once more by length, as the short ones are one token and the long ones many.
  'cyrillic2',
  'cyrillic4',
  'cyrillic6',
  'cyrillic8',
  'cyrillic10',
  'cyrillic12',
  'cyrillic14',
  // Cyrillic words with a capital first, and letters that Russian does not have.
  'cyrillicCapital',
  'cyrillicOther',
  'greek',
  'greekChars',
  'hebrew',
  'hebrewChars',
  'arabic',
  'arabicChars',
  'devanagari',
  'devanagariChars',
  'indic',
  'indicChars',
  'thai',
  'thaiChars',
  'han',
  'hanChars',
  'hanCommon',
  'hiragana',
  'hiraganaChars',
  'katakana',
  'katakanaChars',
  'hangul',
  'hangulChars',
  'caucasian',
  'caucasianChars',
  'letters',
  'lettersChars',
  // Punctuation and signs outside ASCII, per character; pictures are emoji, arrows, box drawings.
  'cjkPunctuation',
  'punctuation',
  'pictures',
  'joiners',
] as const

/** Name of one thing that is counted. */
export type Feature = (typeof featureNames)[number]

/** Where each name stands in the vector. */
export const indexOf: Readonly<Record<Feature, number>> = Object.fromEntries(
  featureNames.map((name, index) => [name, index]),
) as Record<Feature, number>
