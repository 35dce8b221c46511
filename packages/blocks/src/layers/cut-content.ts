import { cutText } from '@lamella/core/plugin'
import type { BlockSchema } from '../schema/block-schema.ts'

/**
 * Cuts rendered content to at most `max` UTF-16 units and adds a marker with the amount cut. Lists and logs keep their
 * first entries (the newest of a log), other schemas their first lines. If whole lines leave more than half of the
 * space unused, the cut falls between characters.
 */
export function cutContent(content: string, type: BlockSchema['type'], max: number): string {
  if (content.length <= max) return content
  const isOfEntries = type === 'list' || type === 'log'
  // A line that starts with two spaces continues the entry before it.
  const pieces = content.split(isOfEntries ? /\n(?! {2})/ : '\n')
  const marker = (kept: number, length: number): string =>
    isOfEntries ? `… [${pieces.length - kept} more cut]` : `… [${content.length - length} characters cut]`
  const room = max - marker(0, 0).length - 1
  let kept = 0
  let length = 0
  for (const piece of pieces) {
    const next = length + piece.length + (kept === 0 ? 0 : 1)
    if (next > room) break
    length = next
    kept++
  }
  if (kept === 0 || length * 2 < room) return cutText(content, max)
  return `${content.slice(0, length)}\n${marker(kept, length)}`
}
