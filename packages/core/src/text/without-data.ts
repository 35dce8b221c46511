import { type CutOptions, cutText } from './cut.ts'

/** Data has no break for at least so long: names, numbers, hashes and keys, which are facts, are shorter. */
const shortest = 256

/** The least length of a line of data that goes on in the next one. MIME has 76, PEM 64. */
const shortestLine = 60

/** Base64 in both alphabets, hex, and what JSON escapes within: `\/` and line breaks. */
const run = /[\w+/=\\-]*/y
const inRun = /[\w+/=\\-]/
const lineBreak = /\r?\n/y

/** The most characters before a run that are looked at for the address that it belongs to. */
const longestAddress = 2_048

/** Writes a number with commas, the same on every machine. */
const withCommas = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',')

/**
 * Replaces binary data in a text, such as pictures and keys as base64 or hex, in JSON or a data URL too, by a marker. Data is 256
 * characters or more without a break (lines of the same length, as in a mail, count as one), in which capitals, small letters and
 * digits follow each other as they do in no word. Words in any language, addresses, paths, code, hashes, UUIDs and numbers are none.
 *
 * @param mark Returns what takes the place of so many characters. Default: `[48,213 characters of data]`.
 * @example
 * withoutData(`{"name":"a.png","data":"${picture}"}`) // '{"name":"a.png","data":"[48,213 characters of data]"}'
 */
export function withoutData(
  text: string,
  mark: (characters: number) => string = (characters) => `[${withCommas(characters)} characters of data]`,
): string {
  let result = ''
  let kept = 0
  // Data covers one of every so many characters.
  for (let at = shortestLine; at < text.length; at += shortestLine) {
    if (!inRun.test(text[at] as string)) continue
    let from = at
    while (from > kept && inRun.test(text[from - 1] as string)) from--
    const end = endOf(run, text, at)
    const size = end - from
    const to = size >= shortestLine && size < shortest ? lastLine(text, from, end) : end
    at = to
    if (to - from < shortest || !isMixed(text, from, to, to > end) || isAddress(text, from)) continue
    result += text.slice(kept, from) + mark(to - from)
    kept = to
  }
  return kept === 0 ? text : result + text.slice(kept)
}

/**
 * Shortens a text to at most `max` UTF-16 units, as `cutText` does, without its binary data: the words around stay. A text that
 * fits is returned unchanged.
 *
 * @example
 * shortenText(`Saved as ${picture}, with the title "Launch".`, 400)
 * // 'Saved as [48,213 characters of data], with the title "Launch".'
 */
export function shortenText(text: string, max: number, options?: CutOptions): string {
  return text.length <= max ? text : cutText(withoutData(text), max, options)
}

/** Returns where a match of a sticky expression ends; where it begins if there is none. */
function endOf(expression: RegExp, text: string, from: number): number {
  expression.lastIndex = from
  return expression.test(text) ? expression.lastIndex : from
}

/** Returns the end of the lines that a line goes on in: those of the same length, and a shorter last one. */
function lastLine(text: string, from: number, end: number): number {
  let [to, length] = [end, 0]
  for (;;) {
    const start = endOf(lineBreak, text, to)
    const next = endOf(run, text, start)
    const size = next - start
    if (start === to || size === 0 || size > end - from || (length > 0 && size > length)) return to
    // A shorter line is the last one, and nothing follows in it.
    if (size < shortestLine || (length > 0 && size < length)) return /[ \p{L}.,:]/u.test(text[next] ?? '') ? to : next
    length = size
    to = next
  }
}

/** Whether kinds of characters follow each other in a part of a text as they do where bytes are written as text. */
function isMixed(text: string, from: number, to: number, isLines: boolean): boolean {
  let [before, changes, pairs, kinds, last] = [0, 0, 0, 0, '']
  for (let at = from; at < to; at++) {
    const character = text[at] as string
    if (character === '\\') {
      // What JSON escapes; anything else is no data.
      if (!'/nr'.includes(text[at + 1] ?? ' ')) return false
      at++
      continue
    }
    const kind =
      character < '0' ? 0 : character <= '9' ? 1 : character < 'A' ? 0 : character <= 'Z' ? 2 : character < 'a' ? 0 : 3
    // Signs join words, and a character that is repeated, as in zeros, says nothing.
    if (kind === 0 || character === last) continue
    // A capital and the small letters after it are a word.
    if (kind !== before && !(before === 2 && kind === 3)) changes++
    kinds |= 1 << kind
    pairs++
    before = kind
    last = character
  }
  // Lists of hashes have lines of the same length, too.
  if (isLines && kinds !== 0b1110) return false
  return pairs >= shortestLine && changes * 4 >= pairs
}

/** Whether a place is in an address, such as one with a signature. */
function isAddress(text: string, at: number): boolean {
  return /:\/\/[^\s"'<>]*$/.test(text.slice(Math.max(0, at - longestAddress), at))
}
