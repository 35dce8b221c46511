import type { Output } from '../io.ts'
import { widthOf } from './width.ts'

/** The fewest columns worth breaking a text for. */
const narrowest = 20

/**
 * Breaks a text between words at the width of a terminal. In a file or a pipe it stays on one line.
 *
 * @param before The columns before it on its first line.
 * @param indent The spaces before each further line.
 */
export function wrap(text: string, { columns }: Output, before: number, indent = before): string {
  if (columns === undefined || columns - indent < narrowest) return text
  const lines: string[] = []
  let line: string | undefined
  for (const word of text.split(' ')) {
    const longer: string = line === undefined ? word : `${line} ${word}`
    const room = columns - (lines.length === 0 ? before : indent)
    if (line !== undefined && widthOf(longer) > room) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`)
}
