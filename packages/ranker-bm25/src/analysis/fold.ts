/** Invisible characters, and circles and squares around a character. */
const unseen = /[\p{DI}\p{Me}]/gu
const fractions = /[¼-¾⅐-⅟]/gu
const apostrophes = /[’ʼʻ]/g
/** Digits of other scripts. */
const numerals = /(?![0-9])\p{Nd}/gu
const digit = /\p{Nd}/u

/**
 * Normalizes compatibility forms, apostrophes and digits: `١٢٣` and `१२३` are `123`. The text should be short: normalization takes quadratic time in
 * consecutive marks.
 */
export function foldForm(text: string): string {
  if (isAscii(text)) return text
  return text
    .replace(unseen, '')
    .replace(fractions, (fraction) => ` ${fraction}`)
    .normalize('NFKC')
    .replace(apostrophes, "'")
    .replace(numerals, digitOf)
}

/** Returns the digit that a character of another script is. Unicode has the ten digits of a script in a row; few rows touch. */
function digitOf(character: string): string {
  let value = 0
  for (let code = (character.codePointAt(0) ?? 0) - 1; value < 49; value++, code--) {
    if (!digit.test(String.fromCodePoint(code))) break
  }
  return String(value % 10)
}

/**
 * Removes the accents of Latin and Greek letters, the stress marks of Cyrillic ones and the dots of ё, and the vowel
 * signs of Arabic and Hebrew with the hamza of a carrier, all of which are often omitted. It keeps other marks, which
 * make a different letter in Russian й and in Hindi, Thai or Japanese. Letters with a stroke and ligatures become their
 * usual replacements.
 */
export function foldAccents(word: string): string {
  if (isAscii(word)) return word
  let bare = word.normalize('NFD')
  for (const { on, marks } of accents) bare = bare.replace(on, (letter) => letter.replace(marks, ''))
  bare = bare.replace(vowelSigns, '')
  return bare.replace(strokes, (letter) => plain.get(letter) ?? letter).normalize('NFC')
}

// Match a letter with all its marks at once: looking back from each mark takes quadratic time.
const accents: readonly { readonly on: RegExp; readonly marks: RegExp }[] = [
  { on: /[\p{Script=Latin}\p{Script=Greek}]\p{M}+/gu, marks: /[\u0300-\u036f]/g },
  { on: /\p{Script=Cyrillic}\p{M}+/gu, marks: /[\u0300\u0301]/g },
  { on: /е\p{M}+/gu, marks: /\u0308/g },
]
const vowelSigns = /[\u0591-\u05bd\u05bf-\u05c7\u0640\u064b-\u065f\u0670]/g

/** Letters without an accent to remove, the final sigma, and the Persian forms of two Arabic letters. */
const plain: ReadonlyMap<string, string> = new Map(
  'ß>ss æ>ae œ>oe ø>o ł>l đ>d ð>d þ>th ı>i ħ>h ŧ>t ς>σ \u06cc>\u064a \u0649>\u064a \u06a9>\u0643'
    .split(' ')
    .map((pair): [string, string] => [pair.charAt(0), pair.slice(2)]),
)
const strokes: RegExp = new RegExp(`[${Array.from(plain.keys()).join('')}]`, 'g')

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false
  return true
}
