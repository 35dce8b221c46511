/** What the encodings' patterns tell apart. Bits, so that a set of classes is a sum. */
export const UPPER = 1 // Lu, Lt
export const LOWER = 2 // Ll
export const LETTER = 4 // Lm, Lo: letters without case
export const MARK = 8
export const NUMBER = 16
export const SPACE = 32
export const NEWLINE = 64 // \r and \n
export const OTHER = 128

const tests: readonly (readonly [RegExp, number])[] = [
  [/[\r\n]/, NEWLINE],
  // White_Space of Unicode, which is what \s means in Rust; JavaScript's \s has U+FEFF and lacks U+0085.
  [/[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/, SPACE],
  [/[\p{Lu}\p{Lt}]/u, UPPER],
  [/\p{Ll}/u, LOWER],
  [/[\p{Lm}\p{Lo}]/u, LETTER],
  [/\p{M}/u, MARK],
  [/\p{N}/u, NUMBER],
]

/** Classes found so far; 0 is not asked yet. Filled as characters are met, since asking for all takes 0.3 s. */
const known = new Uint8Array(0x110000)

function classOf(codePoint: number): number {
  const seen = known[codePoint] as number
  if (seen !== 0) return seen
  const character = String.fromCodePoint(codePoint)
  const found = tests.find(([pattern]) => pattern.test(character))?.[1] ?? OTHER
  known[codePoint] = found
  return found
}

/** One class for each UTF-16 unit; both halves of a surrogate pair have the class of the character. */
export function classify(text: string): Uint8Array {
  const classes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) {
    const codePoint = text.codePointAt(i) as number
    classes[i] = classOf(codePoint)
    if (codePoint > 0xffff) {
      classes[i + 1] = classes[i] as number
      i++
    }
  }
  return classes
}
