import { type DigestRequest, summaryRange } from '@lamella/core/plugin'
import { sentencesOf } from '../summary/sentences.ts'
import { sentencesIn, type Unit } from './units.ts'

/** What a request still shows. */
export interface ShownSentences {
  /** Says the same of sentences that differ only in case, and in the numbers of messages in front of them. */
  has(text: string): boolean
  /** What is older than all that gave way: the system prompt, and a summary. */
  readonly older: readonly Unit[]
}

/** The most characters of messages that are read, from the beginning, and of what is older. */
const most = { messages: 30_000, older: 12_000 }

/** The numbers of messages in front of a line of a summary. */
const numbers = /^(?:No\. )?#?\d[\d#, -]*: /

/** Returns the sentences of a request: of the system prompt, and of its oldest messages. */
export function shownSentences(shown: DigestRequest['shown']): ShownSentences {
  const keys = new Set<string>()
  const older: Unit[] = []
  let left = most.messages
  let room = most.older
  for (const one of shown) {
    if (typeof one !== 'string' && left <= 0) break
    const isOlder = typeof one === 'string' || summaryRange(one) !== undefined
    for (const text of typeof one === 'string' ? sentencesOf(one) : sentencesIn(one)) {
      if (typeof one !== 'string') left -= text.length
      keys.add(keyOf(text))
      room -= isOlder ? text.length : 0
      if (isOlder && room >= 0)
        older.push({ position: 0, first: 0, by: 'tool', text: text.replace(numbers, ''), order: -1, isOpen: false })
    }
  }
  return { has: (text) => keys.has(keyOf(text)), older }
}

function keyOf(sentence: string): string {
  return sentence.replace(numbers, '').trim().toLowerCase()
}
