import { cutText } from '@lamella/core/plugin'
import type { BlockSchema } from '../schema/block-schema.ts'

/** Below this many characters (UTF-16 units) a content is not cut further: less would say nothing. */
const shortest = 160

/** Lengths of the shorter forms of a content: a half, a quarter, and 160 characters, as far as each saves a quarter. */
export function shorterLengths(length: number): readonly number[] {
  const lengths: number[] = []
  let last = length
  for (const share of [length / 2, length / 4, shortest]) {
    const next = Math.max(shortest, Math.floor(share))
    if (next > last * 0.75) continue
    lengths.push(next)
    last = next
  }
  return lengths
}

/**
 * A rendered content of at most `max` UTF-16 units, with a marker that says how much was cut. Logs and lists keep their first
 * entries, which are the newest of a log; everything else its first lines. Where whole lines would leave more than half of the
 * room empty, it is cut between characters.
 */
export function cutContent(content: string, type: BlockSchema['type'], max: number): string {
  if (content.length <= max) return content
  const isOfEntries = type === 'list' || type === 'log'
  // A line that begins with two spaces belongs to the entry before it.
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
