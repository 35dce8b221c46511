/** Options of `cutText`. */
export interface CutOptions {
  /** The share of the room for the beginning; the rest goes to the end. Default 1: the beginning only. */
  readonly head?: number
  /** Returns the text that replaces the cut, given the number of cut characters. Counts towards `max`. */
  readonly marker?: (cut: number) => string
}

const defaultMarker = (cut: number): string => `… [${cut} characters cut]`

/**
 * Shortens a text to at most `max` UTF-16 units, marker included, never inside a character as a reader sees it
 * (grapheme cluster). A text that fits is returned unchanged. If not even the marker fits, returns as much of the
 * marker as possible, so that a cut is never silent.
 *
 * @example
 * cutText('abcdefghij'.repeat(10), 40) // 'abcdefghijabcdefgh… [82 characters cut]'
 */
export function cutText(text: string, max: number, options: CutOptions = {}): string {
  if (text.length <= max) return text
  const { head = 1, marker = defaultMarker } = options
  // The number in the marker can only shrink from here, so the room is never underestimated.
  const room = Math.max(0, max - marker(text.length).length)
  const start = graphemeFloor(text, Math.floor(room * head))
  const end = graphemeCeil(text, Math.max(start, text.length - (room - Math.floor(room * head))))
  const mark = marker(end - start)
  const result = text.slice(0, start) + mark + text.slice(end)
  return result.length <= max ? result : mark.slice(0, graphemeFloor(mark, Math.max(0, max)))
}

/**
 * How many characters to look at on each side of a cut. No script has longer clusters; they are cut between code
 * points.
 */
const reach = 64

let segmenter: Intl.Segmenter | undefined

/** Returns the starts of the grapheme clusters around `index`, ascending. */
function boundaries(text: string, index: number): readonly number[] {
  // Created on first use (some milliseconds), with a fixed locale: the machine's own must not affect results.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  const from = codePointStart(text, Math.max(0, index - reach))
  const to = codePointStart(text, Math.min(text.length, index + reach))
  const starts = Array.from(segmenter.segment(text.slice(from, to)), (segment) => from + segment.index)
  return [...starts, to]
}

/** Returns the last grapheme boundary at or before `index`. */
function graphemeFloor(text: string, index: number): number {
  if (index <= 0) return 0
  if (index >= text.length) return text.length
  if (isBetweenPlain(text, index)) return index
  return boundaries(text, index).findLast((start) => start <= index) ?? codePointStart(text, index)
}

function graphemeCeil(text: string, index: number): number {
  if (index <= 0) return 0
  if (index >= text.length) return text.length
  if (isBetweenPlain(text, index)) return index
  return boundaries(text, index).find((start) => start >= index) ?? codePointStart(text, index)
}

/**
 * Checks whether both neighbours are printable ASCII. No rule of UAX #29 joins two such characters, whatever surrounds
 * them, so most cuts need no segmenter.
 */
function isBetweenPlain(text: string, index: number): boolean {
  return isPlain(text.charCodeAt(index - 1)) && isPlain(text.charCodeAt(index))
}

function isPlain(unit: number): boolean {
  return unit >= 0x20 && unit <= 0x7e
}

function codePointStart(text: string, index: number): number {
  const unit = text.charCodeAt(index)
  const before = text.charCodeAt(index - 1)
  const inside = unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff
  return inside ? index - 1 : index
}

/** Data has no break for at least so long: names, numbers, hashes and keys, which are facts, are shorter. */
const shortest = 256

/** The minimum length of a line of data that goes on in the next one. MIME has 76, PEM 64. */
const shortestLine = 60

/** Base64 in both alphabets, hex, and what JSON escapes within: `\/` and line breaks. */
const run = /[\w+/=\\-]*/y
const inRun = /[\w+/=\\-]/
const nextLine = /\r?\n([\w+/=-]+)/y

/** The maximum number of characters before a run that are searched for the address that it belongs to. */
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
    if (size < shortestLine) continue
    const to = size < shortest ? endOfLines(text, end, size) : end
    at = to
    if (to - from < shortest || !isMixed(text.slice(from, to), to > end) || isAddress(text, from)) continue
    result += text.slice(kept, from) + mark(to - from)
    kept = to
  }
  return result + text.slice(kept)
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
function endOfLines(text: string, end: number, longest: number): number {
  nextLine.lastIndex = end
  const size = nextLine.exec(text)?.[1]?.length ?? 0
  if (size < shortestLine || size > longest) return end
  const line = `\\r?\\n[\\w+/=-]`
  return endOf(new RegExp(`(?:${line}{${size}}(?![\\w+/=-]))+(?:${line}{1,${size}}(?=[^\\w .,:]|$))?`, 'y'), text, end)
}

/** Whether kinds of characters follow each other as they do where bytes are written as text. */
function isMixed(data: string, isLines: boolean): boolean {
  // JSON escapes nothing else in data. Lists of hashes have lines of the same length, too, but no capitals beside small letters.
  if (/\\(?![/nr])/.test(data) || (isLines && !(/[a-z]/.test(data) && /[A-Z]/.test(data)))) return false
  // Signs join words, and a character that is repeated, as in zeros, carries no information.
  const bare = data.replace(/\\.|[\W_]|(.)(?=\1)/g, '')
  // A capital and the small letters after it are a word.
  const words = bare.split(/(?<=[a-z])(?=[A-Z])|(?<=\d)(?=\D)|(?<=\D)(?=\d)/)
  return bare.length >= shortestLine && words.length * 4 > bare.length
}

/** Whether a place is in an address, such as one with a signature. */
function isAddress(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - longestAddress), at).split(/[\s"'<>]/)
  return before[before.length - 1]?.includes('://') === true
}
