import { markerLength } from './line-kind.ts'

/** Follows code fences and comments, whose lines are text whatever they look like. */
export interface Verbatim {
  /** Whether the next line stands inside a fence or a comment. */
  inside(): boolean
  /** Takes the next line; tells whether it belongs to a fence or to a comment of several lines. */
  has(line: string): boolean
}

/** Follows the lines of one file. A fence or comment that is never closed goes on to the end, as in CommonMark. */
export function createVerbatim(): Verbatim {
  /** The closing fence, or `-->`. */
  let end: string | undefined

  return {
    inside: () => end !== undefined,
    has(line) {
      if (end === undefined) {
        end = opening(line)
        return end !== undefined
      }
      if (closes(line, end)) end = undefined
      return true
    },
  }
}

function opening(line: string): string | undefined {
  let text = line.trimStart()
  // A fence may be what a list item begins with, also of a list in a list.
  for (let marker = markerLength(text); marker > 0; marker = markerLength(text)) text = text.slice(marker)
  if (text.startsWith('<!--') && !text.includes('-->')) return '-->'
  const fence = /^(?:`{3,}|~{3,})/.exec(text)?.[0]
  // Backticks behind a fence of backticks: that is code inside a line.
  if (fence === undefined || (fence.startsWith('`') && text.includes('`', fence.length))) return undefined
  return fence
}

function closes(line: string, end: string): boolean {
  if (end === '-->') return line.includes('-->')
  const text = line.trim()
  return text.startsWith(end) && text === end.charAt(0).repeat(text.length)
}
