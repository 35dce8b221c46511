/**
 * For each first letter, a bit for each second one that is rare after it: the rarer half of the 676 pairs, by how frequent they
 * are in the vocabulary of o200k_base. Written by `scripts/pairs.mjs` of `@lamella/tokenizer-heuristic`. Do not edit.
 */
const rows =
  '1r80 t3gtq ss7sa rjag6 e8 12xgb2 ss27i sxomm chhxc 135xim 12ugvi rlabq t5hws 7lzwi k0lc0 srjam 13bwfz riav4 qcc4q q9dgq x4xa8 13y0oe 13peum 13mfhn 13g5im 13bjla'
    .split(' ')
    .map((row) => Number.parseInt(row, 36))

/**
 * Returns how many pairs of neighbours among ASCII letters hardly ever occur in words, whatever their case. Of letters drawn at
 * random it is half of the pairs, of a language or code 0.3 to 3 %; each costs about a token, since no token of an encoding
 * has it.
 *
 * @param from The first UTF-16 unit. All from here to the last are ASCII letters.
 * @param to The one after the last.
 * @example
 * rarePairs('question', 0, 8) // 0
 * rarePairs('qxvzkj', 0, 6) // 5
 */
export function rarePairs(text: string, from: number, to: number): number {
  let found = 0
  let row = 0
  for (let at = from; at < to; at++) {
    const letter = (text.charCodeAt(at) | 32) - 97
    found += (row >> letter) & 1
    row = rows[letter] as number
  }
  return found
}
