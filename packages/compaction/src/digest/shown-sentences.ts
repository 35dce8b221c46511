import { type DigestRequest, summaryRange } from '@lamella/core/plugin'
import { sentencesOf } from '../summary/sentences.ts'
import { sentencesIn, type Unit } from './units.ts'

/** What a request still shows. */
export interface ShownSentences {
  /** Whether the request says a sentence, in any case, and after whatever introduces it. */
  has(text: string): boolean
  /** What is older than all that gave way: the system prompt, and a summary. */
  readonly older: readonly Unit[]
}

/** The most characters of messages that are read, from the beginning, and of what is older. */
const most = { messages: 30_000, older: 12_000 }

/** The numbers of messages in front of a line of a summary. */
const numbers = /^(?:No\. )?#?\d[\d#, -]*: /

/** What is between a sentence and what introduces it: `Summary: ` or `She said "`. Without it, "Do not ship it" would say "Ship it". */
const introduced = /[:—–|>] |：|[“„«「"]/g

/** In how many places of one sentence another may begin. */
const mostInside = 20

/** Quotes and full stops, around a sentence. A question mark makes it another one. */
const [before, after] = [/^[\s"'“„‘«「([]+/u, /(?<![\s"'”“’»」)\].…。])[\s"'”“’»」)\].…。]+$/u]

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
      addKeys(text, keys)
      room -= isOlder ? text.length : 0
      if (isOlder && room >= 0)
        older.push({ position: 0, first: 0, by: 'tool', text: text.replace(numbers, ''), order: -1, isOpen: false })
    }
  }
  return { has: (text) => keys.has(keyOf(text)), older }
}

function addKeys(sentence: string, keys: Set<string>): void {
  keys.add(keyOf(sentence))
  const inside = [...sentence.matchAll(introduced)].slice(0, mostInside)
  for (const { 0: sign, index } of inside) keys.add(keyOf(sentence.slice(index + sign.length)))
}

function keyOf(sentence: string): string {
  return sentence.replace(numbers, '').replace(before, '').replace(after, '').toLowerCase()
}
