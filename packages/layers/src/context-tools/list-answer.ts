import { cutText } from '@lamella/core/plugin'
import { answer, type ToolAnswer } from '@lamella/store'
import { listItem } from '../shared/plain-text.ts'

/** The least of an item that is worth showing, in characters. */
const leastShown = 200

/** What a search tool has found. */
interface Answered {
  /** Said when nothing was found. */
  readonly nothing: string
  readonly heading: string
  readonly texts: readonly string[]
  /** Says that the index is incomplete, if it is. */
  readonly behind: string | undefined
}

/** Makes the answer of a search tool, which says so where more could be found later. */
export function foundAnswer({ nothing, heading, texts, behind }: Answered, max: number): ToolAnswer {
  if (texts.length === 0) return answer(behind === undefined ? nothing : `${nothing} ${behind}`)
  return listAnswer(behind === undefined ? heading : `${behind}\n${heading}`, texts, max)
}

/**
 * Makes an answer from things that were found, best first: each is one item whose lines are indented, so that no text
 * can look like another item. Long items are cut to an equal share of the room, with a marker; what does not fit at all
 * is counted.
 */
function listAnswer(heading: string, texts: readonly string[], max: number): ToolAnswer {
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
