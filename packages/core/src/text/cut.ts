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
  // Created on first use (a few milliseconds), with a fixed locale: the machine's own must not affect results.
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
