import { cutText } from '@lamella/core/plugin'
import type { KnownBlock } from '../layers/known-blocks.ts'
import { renderBlock } from '../render/render-block.ts'

/**
 * Renders a block in its tag: at most `max` UTF-16 units of its content in whole lines, then how to view the rest.
 *
 * @param from The first line to show, counted from 1.
 */
export function viewBlock({ metadata, sharedFrom }: KnownBlock, content: string, from: number, max: number): string {
  const { label, permission, description } = metadata
  return renderBlock({ label, permission, description, sharedFrom, content: linesFrom(content, from, max) })
}

function linesFrom(content: string, from: number, max: number): string {
  if (from === 1 && content.length <= max) return content
  const lines = content.split('\n')
  const [first] = lines.slice(from - 1)
  if (first === undefined) return `[The block has ${lines.length} lines: none from line ${from} on.]`
  let end = from - 1
  let length = -1
  while (end < lines.length && length + 1 + (lines[end] ?? '').length <= max) length += 1 + (lines[end++] ?? '').length
  // A single line that is too long is cut, so that the view shows something and a next line exists.
  const shown = end === from - 1 ? [cutText(first, max)] : lines.slice(from - 1, end)
  end = Math.max(end, from)
  const more = `… [${lines.length - end} more lines: view from_line ${end + 1}]`
  return end < lines.length ? [...shown, more].join('\n') : shown.join('\n')
}
