import { markerLength } from './line-kind.ts'

/** Tracks code fences and comments, whose lines are text whatever they look like. */
export interface Verbatim {
  /** Whether the next line is inside a fence or a comment. */
  inside(): boolean
  /** Processes the next line; returns whether it belongs to a fence or to a multi-line comment. */
  has(line: string): boolean
}

/** Creates a tracker for the lines of one file. An unclosed fence or comment extends to the end, as in CommonMark. */
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
  // A fence may be the start of a list item, even in a nested list.
  for (let marker = markerLength(text); marker > 0; marker = markerLength(text)) text = text.slice(marker)
  if (text.startsWith('<!--') && !text.includes('-->')) return '-->'
  const fence = /^(?:`{3,}|~{3,})/.exec(text)?.[0]
  // More backticks after a fence of backticks: inline code.
  if (fence === undefined || (fence.startsWith('`') && text.includes('`', fence.length))) return undefined
  return fence
}

function closes(line: string, end: string): boolean {
  if (end === '-->') return line.includes('-->')
  const text = line.trim()
  return text.startsWith(end) && text === end.charAt(0).repeat(text.length)
}
