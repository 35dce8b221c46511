/**
 * `<` and the characters that a reader may take for it: those that Unicode decomposes into it or lists as confusable with it
 * (UTS #39, `confusables.txt`), and the single angle brackets, also as decomposed. Double ones such as `«` and `《` quote.
 */
const bracketCharacters =
  '<\\u226e\\ufe64\\uff1c\\u02c2\\u1438\\u16b2\\u2039\\u276e\\u{1d236}\\u2329\\u27e8\\u276c\\u2770\\u2991\\u29fc\\u3008\\ufe3f'

export const anyBracket: RegExp = new RegExp(`[${bracketCharacters}]`, 'gu')
export const isBracket: RegExp = new RegExp(`[${bracketCharacters}]`, 'u')

/** `/`, and what Unicode lists as confusable with it or decomposes into it. */
export const isSlash: RegExp = /^[/\uff0f\u2044\u2215\u2571\u27cb\u29f8]/u

/** Letters of other scripts that look like Latin ones (UTS #39, `confusables.txt`), for the letters of tags. */
const lettersAlike: Readonly<Record<string, string>> = {
  a: '\u0430\u0410\u03b1\u0391\u0251',
  b: '\u044c\u042c\u0412\u0392',
  c: '\u0441\u0421\u03f2\u03f9',
  d: '\u0501',
  e: '\u0435\u0415\u0395',
  g: '\u0261\u0581\u050c',
  i: '\u0456\u0406\u03b9\u0399\u0131',
  k: '\u043a\u041a\u03ba\u039a',
  l: '\u04cf\u04c0\u01c0',
  n: '\u0578\u039d',
  o: '\u043e\u041e\u03bf\u039f\u0585',
  p: '\u0440\u0420\u03c1\u03a1',
  s: '\u0455\u0405',
  t: '\u0442\u0422\u03c4\u03a4',
  u: '\u03c5\u057d',
  v: '\u0475\u03bd',
  x: '\u0445\u0425\u03c7\u03a7',
  '-': '\u2212',
  ':': '\ua789\u02d0\u2236\u05c3',
}

const latinOf: ReadonlyMap<string, string> = new Map(
  Object.entries(lettersAlike).flatMap(([latin, others]) => [...others].map((other) => [other, latin])),
)

/**
 * Returns the lower-case Latin letter, `-`, `_` or `:` that a character is or looks like; of other characters something else.
 * Compatibility forms, such as full-width and mathematical letters, and letters with accents count as the plain letter.
 */
export function plainLetter(character: string): string {
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '')
  if (/^\p{Pd}$/u.test(plain)) return '-'
  return latinOf.get(plain) ?? plain.toLowerCase()
}
