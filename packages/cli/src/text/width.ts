/** Characters that take about two columns on a terminal: emoji, and the scripts of East Asia. */
const wide =
  /^[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/u

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Returns approximately how many columns a text takes on a terminal. */
export function widthOf(text: string): number {
  let width = 0
  for (const { segment } of segmenter.segment(text)) width += columnsOf(segment)
  return width
}

/**
 * Returns the beginning of a text, in at most the given number of columns; `…` replaces the rest, which is never
 * scanned.
 */
export function shorten(text: string, columns: number): string {
  let width = 0
  let end = 0
  for (const { segment, index } of segmenter.segment(text)) {
    width += columnsOf(segment)
    if (width > columns) return `${text.slice(0, end)}…`
    // Reserves one column for the mark.
    if (width < columns) end = index + segment.length
  }
  return text
}

function columnsOf(character: string): number {
  return wide.test(character) ? 2 : 1
}
