import { isObject, withoutData } from '@lamella/core/plugin'
import type { ClaudeEntry } from './contract.ts'

/** The fields of entries without a message that people look for. */
const titles = ['summary', 'customTitle', 'aiTitle'] as const

/** What is longer is found by its beginning: an index of megabytes would delay the append, and with it the query. */
const longestText = 100_000

/**
 * Returns the text of an entry by which it is found: prompts, answers, results and titles, without thinking and without binary
 * data; '' if it has none. Unknown entries have none, which loses nothing but being found.
 */
export function entryText(entry: ClaudeEntry): string {
  const { message } = entry
  const texts = isObject(message) ? textsIn(message['content']) : titles.map((name) => entry[name])
  const text = texts.filter((one) => typeof one === 'string' && one !== '').join('\n')
  return withoutData(text.slice(0, longestText))
}

function textsIn(content: unknown): readonly unknown[] {
  if (!Array.isArray(content)) return [content]
  return content.flatMap((block) => (isObject(block) ? textsIn(block['text'] ?? block['content']) : []))
}
