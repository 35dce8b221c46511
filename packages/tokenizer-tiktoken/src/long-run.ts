/**
 * Longest run of one kind of character that goes to the WASM encoder, in UTF-16 units. Its merge is quadratic in the
 * piece: 0.1 ms for 256 letters `a`, 15 ms for 4,096, 18 s for 100,000. At this bound the worst text, rare
 * Han characters, costs nine times what English does.
 */
const longestRun = 256

const ANY = 0
const WORD = 1
const DIGIT = 2
const SYMBOL = 3
const SPACE = 4

const ascii: Uint8Array = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit)
  // The patterns let slashes and line ends follow one another in one piece, whatever their kinds.
  if (character === '/') return ANY
  if (/\s/.test(character)) return SPACE
  if (/[a-z]/i.test(character)) return WORD
  return /[0-9]/.test(character) ? DIGIT : SYMBOL
})

/**
 * Whether a text may hold a piece too long for the WASM encoder. Errs on the safe side: characters that are not surely
 * letters continue a run of any kind.
 */
export function hasLongRun(text: string): boolean {
  if (text.length <= longestRun) return false
  let kind = ANY
  /** Where the run began. */
  let start = 0
  /** After the last character of a kind that is known: a new run may begin there. */
  let known = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const here = unit < 128 ? (ascii[unit] as number) : surelyLetter(unit) ? WORD : ANY
    if (here !== ANY) {
      if (kind !== here) {
        if (kind !== ANY) start = known
        kind = here
      }
      known = i + 1
    }
    if (i - start >= longestRun) return true
  }
  return false
}

/** Blocks that hold letters and nothing else, the ones most text is written in. */
function surelyLetter(unit: number): boolean {
  if (unit < 0x0530) {
    return (unit >= 0xc0 && unit <= 0x24f && unit !== 0xd7 && unit !== 0xf7) || (unit >= 0x400 && unit <= 0x481)
  }
  return (
    (unit >= 0x4e00 && unit <= 0x9fff) ||
    (unit >= 0xac00 && unit <= 0xd7a3) ||
    (unit >= 0x3041 && unit <= 0x3096) ||
    (unit >= 0x30a1 && unit <= 0x30fa)
  )
}
