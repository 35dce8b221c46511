/** Question marks: Latin, full width, small, Arabic, Greek, Armenian, Ethiopic, Vai, reversed, doubled, with exclamation. */
const mark = /[?？﹖؟\u037e՞፧꘏⸮⁇⁈⁉‽]/u

/** Possible ends of sentences: runs of marks, and line ends. */
const ends = /[.!?？﹖؟\u037e՞፧꘏⸮⁇⁈⁉‽。！｡．…।॥։።]+|\n/gu

/**
 * Returns the questions in a text, joined; '' if there are none. A sentence ends with a mark or with its line, but not
 * at a full stop or exclamation mark inside a token, as in "3.5".
 *
 * @example
 * questionsOf('I saw Rome. Where were you? Home!') // ' Where were you?'
 */
export function questionsOf(text: string): string {
  if (!mark.test(text)) return ''
  // Join adjacent questions into one slice: a text may have millions.
  const pieces: { readonly start: number; end: number }[] = []
  let start = 0
  for (const { 0: run, index } of text.matchAll(ends)) {
    const end = index + run.length
    const asks = mark.test(run)
    if (!asks && /^[.!]+$/.test(run) && end < text.length && !/\s/.test(text.charAt(end))) continue
    const last = pieces.at(-1)
    if (asks && last?.end === start) last.end = end
    else if (asks) pieces.push({ start, end })
    start = end
  }
  return pieces.map((piece) => text.slice(piece.start, piece.end)).join('')
}
