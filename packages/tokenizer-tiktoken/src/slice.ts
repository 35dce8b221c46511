import type { Encoder } from './encoder.ts'

/** Which part of a text `slice` keeps. */
export type Keep = 'start' | 'end'

/**
 * The longest beginning or end of a text that whole tokens of it fill up to a limit, less what lies behind the last
 * border between two characters as readers see them.
 */
export function sliceTokens(encoder: Encoder, text: string, limit: number, keep: Keep): string {
  if (limit < 1) return ''
  const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
  return keep === 'start' ? keepStart(encoder, text, limit, graphemes) : keepEnd(encoder, text, limit, graphemes)
}

function keepStart(encoder: Encoder, text: string, limit: number, graphemes: Intl.Segmenter): string {
  // The beginning of a long text is enough, if it has more tokens than are kept.
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
    // Without what followed, the last words may be split otherwise and have a token more.
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
 * A border between graphemes not far before a place, or the beginning: between two characters that join nothing, ASCII,
 * Han or Kana. Spares the segmenter, which copies what it is given, the rest of a long text.
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

/** UTF-16 units that hold more tokens than are kept, in nearly all texts. */
function usualLength(limit: number): number {
  return 16 * limit + 256
}

/** A place, or the one behind it where that is in the middle of a surrogate pair. */
function characterStart(text: string, at: number): number {
  const isPair = (text.codePointAt(at - 1) ?? 0) > 0xffff
  return isPair ? at + 1 : at
}

/** UTF-16 units of the text that lie in tokens it begins with; a character that they have not all bytes of is not in it. */
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
