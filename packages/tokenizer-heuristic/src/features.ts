/** The names of features, in the order of the vector. */
const rows = [
  // ASCII words after a space or at the start of a line, by length, as most are one token. `word15` includes all longer
  // ones.
  'word1 word2 word3 word4 word5 word6 word7 word8 word9 word10 word11 word12 word13 word14 word15',
  // Letters beyond the 15th.
  'wordRest',
  // ASCII words without a space before them, as in code: after a symbol, a digit or another word (camelCase).
  'part1 part2 part3 part4 part5 part6 part7 part8 part9 part10 part11 partRest',
  // Of both: words that start with a capital, as names do, and words that end in a vowel other than `e`, as English
  // ones seldom do.
  'capital vowelEnd',
  // Runs of capitals, and their letters beyond the second.
  'caps capsRest',
  // Capitals beyond the tenth of a run: no word.
  'capsLong',
  // Pairs of neighbours, among the letters of all of these words, that hardly any word has.
  'rarePairs',
  // In words of a language other than English: triples of neighbours that English words and code hardly have.
  'rareTriples',
  // Runs that mix cases and digits like random data, per character.
  'base64 hex',
  // Groups of up to three digits.
  'digits',
  // Spaces that are not merged into the next word.
  'spaceBeforeDigit indent newlines newlinesAfterSymbol tabs',
  // Runs of ASCII punctuation: single ones, single ones before a word, longer ones by length, and repetitions of one
  // character.
  'symbol1 symbolBeforeWord symbol2 symbol3 symbol4 symbolRest repeated repeatedRest',
  // Words of other alphabets, or runs without a space: their number and their characters.
  'latin latinChars latinAccents',
  // Letters from U+0100 on among these characters.
  'latinFar',
  // Words without accents shortly after an accented one: they are probably not English.
  'foreign foreignChars cyrillic cyrillicChars',
  // Cyrillic words counted again by length, as short ones are one token and long ones many.
  'cyrillic2 cyrillic4 cyrillic6 cyrillic8 cyrillic10 cyrillic12 cyrillic14',
  // Cyrillic words that start with a capital, and letters that Russian does not use.
  'cyrillicCapital cyrillicOther greek greekChars hebrew hebrewChars arabic arabicChars devanagari devanagariChars',
  'indic indicChars thai thaiChars han hanChars hanCommon hiragana hiraganaChars katakana katakanaChars hangul',
  'hangulChars caucasian caucasianChars letters lettersChars indicFar indicFarChars',
  // Digits of other scripts.
  'numerals numeralsChars',
  // Characters that no encoding has tokens for, in units of three bytes.
  'rare rareChars',
  // Punctuation and signs outside ASCII, per character. Pictures are emoji, arrows and box drawings.
  'cjkPunctuation punctuation pictures',
  // Joiners and other invisible characters, inside words, too.
  'joiners',
  // Inside words: combining marks, and vowel signs of Hebrew and Arabic. They count as characters of the word, too.
  'marks points',
] as const

type NameIn<Row extends string> = Row extends `${infer First} ${infer Rest}` ? First | NameIn<Rest> : Row

/** The name of a feature. */
export type Feature = NameIn<(typeof rows)[number]>

/**
 * The features counted in a text. The estimate is their weighted sum, so each feature should need about the same number
 * of tokens wherever it occurs.
 */
export const featureNames: readonly Feature[] = rows.flatMap((row) => row.split(' ') as Feature[])

export const indexOf: Readonly<Record<Feature, number>> = Object.fromEntries(
  featureNames.map((name, index) => [name, index]),
) as Record<Feature, number>
