import { comma, joining, joint, type Kinds, letter, unspaced, unspacedUnfolded } from './characters.ts'
import { longestIdentifier } from './compounds.ts'

/**
 * The maximum number of UTF-16 units in a run to process together; longer runs are cut. This bounds the time of each
 * step for any text, and the length of a term.
 */
export const longestRun = 256

/** Returns the number of units of a character, given its first one. The character must be complete. */
export const widthOf = (unit: number): number => (unit >= 0xd800 && unit <= 0xdbff ? 2 : 1)

/**
 * Returns where the word that begins at `start` and has letters up to `from` ends, including marks and what joins its parts:
 * no more of them than an identifier has.
 */
export function endOfWord(text: string, start: number, from: number, { at }: Kinds): number {
  const stop = Math.min(text.length, start + longestRun)
  let i = from
  while (i < stop) {
    const kind = at(text, i)
    if (kind === letter || kind === joining) i += widthOf(text.charCodeAt(i))
    else {
      let next = i + 1
      while (text[i] === '_' && next < stop && text[next] === '_') next++
      const between = kind === joint ? i - start < longestIdentifier : kind === comma && isBetweenDigits(text, i)
      if (!between || next >= text.length || at(text, next) !== letter) return i
      i = next
    }
  }
  return i < text.length ? cutAt(text, start, i, at) : text.length
}

/** Returns where the run of a script without spaces that begins at `start` ends. */
export function endOfUnspaced(text: string, start: number, { at }: Kinds): number {
  const stop = Math.min(text.length, start + longestRun)
  let i = start
  while (i < stop) {
    const kind = at(text, i)
    if (kind !== unspaced && kind !== unspacedUnfolded && kind !== joining) return i
    i += widthOf(text.charCodeAt(i))
  }
  return i < text.length ? cutAt(text, start, i, at) : text.length
}

/** Returns the cut moved before the character that the marks at the cut belong to, unless they fill half of the run. */
function cutAt(text: string, start: number, end: number, at: Kinds['at']): number {
  const least = start + longestRun / 2
  let cut = end
  while (cut > least && at(text, cut) === joining) cut--
  if (cut === end || cut === least) return isInsidePair(text, end) ? end - 1 : end
  return isInsidePair(text, cut) ? cut - 1 : cut
}

function isInsidePair(text: string, at: number): boolean {
  const code = text.codePointAt(at - 1)
  return code !== undefined && code > 0xffff
}

function isBetweenDigits(text: string, at: number): boolean {
  return isDigit(text.charCodeAt(at - 1)) && isDigit(text.charCodeAt(at + 1))
}

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57
