import type { ToolAnswer } from '@lamella/core'
import { answer, cutText } from '@lamella/core/plugin'
import { listItem } from '../shared/plain-text.ts'

/** The least of an item that is worth showing, in characters. */
const leastShown = 200

/**
 * Makes an answer from things that were found, best first: each is one item whose lines are indented, so that no text
 * can look like another item. Long items are cut to an equal share of the room, with a marker; what does not fit at all
 * is counted.
 */
export function listAnswer(heading: string, texts: readonly string[], max: number): ToolAnswer {
  const room = Math.max(leastShown, max - heading.length - 100)
  const share = Math.max(leastShown, Math.floor(room / Math.max(1, texts.length)) - 4)
  const items: string[] = []
  let used = 0
  for (const text of texts) {
    const item = listItem(cutText(text.trim(), share))
    if (items.length > 0 && used + item.length + 1 > room) break
    items.push(item)
    used += item.length + 1
  }
  const left = texts.length - items.length
  const more = left === 0 ? '' : `\n[${left} more found, which did not fit. Ask more narrowly to see them.]`
  return answer(`${heading}\n${items.join('\n')}${more}`)
}
