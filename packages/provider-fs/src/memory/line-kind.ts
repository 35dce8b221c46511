/** The kind of Markdown element that a line starts. Only used outside code fences and comments. */
export type LineKind =
  | { readonly kind: 'blank' }
  | { readonly kind: 'heading'; readonly level: number; readonly title: string }
  | { readonly kind: 'underline'; readonly level: 1 | 2 }
  | { readonly kind: 'break' }
  | { readonly kind: 'item'; readonly indent: number }
  | { readonly kind: 'text'; readonly indent: number }

/** `***`, `* * *`, `___`; whether dashes are a rule or an underline depends on the preceding line. */
const rule = /^([*_-])(?:[ \t]*\1){2,}$/

/**
 * Returns the kind of a line, following CommonMark with two simplifications: there is no indented code (people indent
 * lists loosely, and a memory is prose), and a quote is text.
 */
export function lineKind(line: string): LineKind {
  const text = line.trim()
  if (text === '') return { kind: 'blank' }
  const indent = columnsOf(line.slice(0, line.length - line.trimStart().length))
  if (indent < 4) {
    const marks = /^#{1,6}(?=[ \t]|$)/.exec(text)?.[0]
    if (marks !== undefined) return { kind: 'heading', level: marks.length, title: headingTitle(text, marks.length) }
    if (/^=+$/.test(text)) return { kind: 'underline', level: 1 }
    if (/^-+$/.test(text)) return { kind: 'underline', level: 2 }
    if (rule.test(text)) return { kind: 'break' }
  }
  return { kind: markerLength(text) > 0 ? 'item' : 'text', indent }
}

/** Returns the columns of white space: a tab ends at the next multiple of four, as in CommonMark. */
export function columnsOf(space: string): number {
  let columns = 0
  for (const one of space) columns += one === '\t' ? 4 - (columns % 4) : 1
  return columns
}

/** Returns the length of the list marker and the following space, 0 if a trimmed line is not a list item. */
export function markerLength(text: string): number {
  return /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/.exec(text)?.[0].length ?? 0
}

/** Returns the title without its leading and optional closing marks. */
function headingTitle(text: string, level: number): string {
  const title = text.slice(level).trim()
  // No regular expression: /#+$/ takes quadratic time on a long row of marks.
  let end = title.length
  while (end > 0 && title[end - 1] === '#') end--
  const closed = end === 0 || title[end - 1] === ' ' || title[end - 1] === '\t'
  return closed ? title.slice(0, end).trim() : title
}
