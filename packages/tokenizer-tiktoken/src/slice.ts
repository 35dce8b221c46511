import type { Encoder } from './encoder.ts'

/** The part of a text that `slice` keeps. */
export type Keep = 'start' | 'end'

/**
 * Returns the longest start or end of a text that consists of whole tokens within the limit, shortened to the last
 * grapheme border.
 */
export function sliceTokens(encoder: Encoder, text: string, limit: number, keep: Keep): string {
  if (limit < 1) return ''
  const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
  return keep === 'start' ? keepStart(encoder, text, limit, graphemes) : keepEnd(encoder, text, limit, graphemes)
}

function keepStart(encoder: Encoder, text: string, limit: number, graphemes: Intl.Segmenter): string {
  // The start of a long text is enough if it has more tokens than are kept.
  for (let length = usualLength(limit); ; length *= 4) {
    const head = text.slice(0, characterStart(text, length))
    const ids = encoder.encode(head, limit + 1)
    if (ids.length > limit)
      return cutEnd(encoder, head, unitsIn(encoder, head, ids.subarray(0, limit)), limit, graphemes)
    if (head.length === text.length) return text
  }
}

function cutEnd(encoder: Encoder, head: string, to: number, limit: number, graphemes: Intl.Segmenter): string {
  const segments = graphemes.segment(head)
  let end = to
  for (;;) {
    end = segments.containing(end)?.index ?? end
    const kept = head.slice(0, end)
    // Without the text that followed, the last words may be split differently and have one more token.
    if (encoder.count(kept, limit) <= limit) return kept
    end--
  }
}

function keepEnd(encoder: Encoder, text: string, limit: number, graphemes: Intl.Segmenter): string {
  for (let length = usualLength(limit); ; length *= 4) {
    const first = characterStart(text, Math.max(0, text.length - length))
    const tail = text.slice(first)
    const ids = encoder.encode(tail)
    const dropped = ids.subarray(0, Math.max(0, ids.length - limit))
    if (dropped.length > 0) return cutStart(encoder, text, first + unitsIn(encoder, tail, dropped), limit, graphemes)
    if (first === 0) return text
  }
}

function cutStart(encoder: Encoder, text: string, from: number, limit: number, graphemes: Intl.Segmenter): string {
  const first = plainBorder(text, from)
  const end = text.slice(first)
  const segments = graphemes.segment(end)
  let start = from - first
  for (;;) {
    const segment = segments.containing(start)
    if (segment === undefined) return ''
    if (segment.index < start) start = segment.index + segment.segment.length
    const kept = end.slice(start)
    if (encoder.count(kept, limit) <= limit) return kept
    start++
  }
}

/**
 * Finds a border between graphemes shortly before a place, or the start of the text: a border between two characters
 * that never join others (ASCII, Han or Kana). This spares the segmenter, which copies its input, the rest of a long
 * text.
 */
function plainBorder(text: string, at: number): number {
  const least = Math.max(1, at - 4096)
  for (let i = at; i >= least; i--)
    if (joinsNothing(text.charCodeAt(i - 1)) && joinsNothing(text.charCodeAt(i))) return i
  return 0
}

function joinsNothing(unit: number): boolean {
  if (unit < 0x3041) return unit >= 0x20 && unit <= 0x7e
  return (unit >= 0x4e00 && unit <= 0x9fff) || unit <= 0x3096 || (unit >= 0x30a1 && unit <= 0x30fa)
}

/** Returns a number of UTF-16 units that has more than `limit` tokens in nearly all texts. */
function usualLength(limit: number): number {
  return 16 * limit + 256
}

/** Returns the place, or the next one if it is inside a surrogate pair. */
function characterStart(text: string, at: number): number {
  const isPair = (text.codePointAt(at - 1) ?? 0) > 0xffff
  return isPair ? at + 1 : at
}

/**
 * Returns the number of UTF-16 units covered by the tokens at the start of a text, without a character that they cover
 * only partly.
 */
function unitsIn(encoder: Encoder, text: string, ids: Uint32Array): number {
  let bytes = 0
  for (const id of ids) bytes += encoder.bytesOf(id)?.length ?? 0
  let at = 0
  for (;;) {
    const point = text.codePointAt(at) ?? 0
    // A lone surrogate counts as U+FFFD, which has three bytes.
    bytes -= point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
    if (bytes < 0 || at >= text.length) return at
    at += point > 0xffff ? 2 : 1
  }
}
