import { LETTER, LOWER, MARK, NUMBER, OTHER, UPPER } from './char-class.ts'
import { contractionEnd, runEnd, type Scan, whiteEnd } from './scan.ts'

const ANY_LETTER = UPPER | LOWER | LETTER
const SYMBOL = MARK | OTHER
const BLANK = 0x20

/**
 * Implements the pattern of GPT-2, which p50k_base, p50k_edit and r50k_base use:
 *
 *     's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
 */
export function gpt2(scan: Scan, from: number): number {
  const contraction = contractionEnd(scan, from, false)
  if (contraction > from) return contraction
  const start = scan.bytes[from] === BLANK ? from + 1 : from
  const word = runEnd(scan, start, ANY_LETTER)
  if (word > start) return word
  const number = runEnd(scan, start, NUMBER)
  if (number > start) return number
  const symbols = runEnd(scan, start, SYMBOL)
  return symbols > start ? symbols : whiteEnd(scan, from, false)
}
