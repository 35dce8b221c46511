/** What a line of Markdown begins. Looked at outside of code fences and comments. */
export type LineKind =
  | { readonly kind: 'blank' }
  | { readonly kind: 'heading'; readonly level: number; readonly title: string }
  | { readonly kind: 'underline'; readonly level: 1 | 2 }
  | { readonly kind: 'break' }
  | { readonly kind: 'item'; readonly indent: number }
  | { readonly kind: 'text'; readonly indent: number }

/**
 * Tells what a line is, after CommonMark, with two simplifications: there is no indented code (people indent lists
 * without care, and a memory is prose), and a quote is text.
 */
export function lineKind(line: string): LineKind {
  const text = line.trim()
  if (text === '') return { kind: 'blank' }
  const indent = line.length - line.trimStart().length
  if (indent < 4) {
    const marks = /^#{1,6}(?=[ \t]|$)/.exec(text)?.[0]
    if (marks !== undefined) return { kind: 'heading', level: marks.length, title: headingTitle(text, marks.length) }
    if (/^=+$/.test(text)) return { kind: 'underline', level: 1 }
    if (/^-+$/.test(text)) return { kind: 'underline', level: 2 }
    if (isBreak(text)) return { kind: 'break' }
  }
  return { kind: isItem(text) ? 'item' : 'text', indent }
}

/** Length of the list marker with the space behind it, 0 when a trimmed line is no list item. */
export function markerLength(text: string): number {
  return /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/.exec(text)?.[0].length ?? 0
}

function isItem(text: string): boolean {
  return markerLength(text) > 0
}

/** `***`, `* * *`, `___`; dashes are told apart from underlines by what stands before them. */
function isBreak(text: string): boolean {
  const mark = text.charAt(0)
  if (mark !== '*' && mark !== '_' && mark !== '-') return false
  let count = 0
  for (const char of text) {
    if (char === mark) count++
    else if (char !== ' ' && char !== '\t') return false
  }
  return count >= 3
}

/** Without the marks before it and the optional marks behind it. */
function headingTitle(text: string, level: number): string {
  const title = text.slice(level).trim()
  // By hand: /#+$/ takes quadratic time on a long row of marks.
  let end = title.length
  while (end > 0 && title[end - 1] === '#') end--
  const closed = end === 0 || title[end - 1] === ' ' || title[end - 1] === '\t'
  return closed ? title.slice(0, end).trim() : title
}
