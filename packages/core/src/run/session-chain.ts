import type { Fragment } from '../contract/fragment.ts'
import type { Message } from '../contract/message.ts'
import { addText, keyOf, newHash } from '../text/content-key.ts'
import { messageText } from './fingerprint.ts'

/** A message of the session that a layer shows, as the session has it. */
interface SessionFragment {
  readonly position: number
  readonly content: readonly Message[]
}

/** The messages of the session that a request can show, in order. */
export interface SessionChain {
  readonly messages: readonly SessionFragment[]
  /** Returns the fingerprint of all of them before a position. */
  hashBefore(position: number): string
}

/** Reads the fragments that have a position, whichever layers they are from. */
export function sessionChain(fragments: readonly Fragment[]): SessionChain {
  const messages = fragments
    .flatMap(({ position, content }) =>
      position === undefined || typeof content === 'string' ? [] : { position, content },
    )
    .sort((a, b) => a.position - b.position)
  // One hash over everything, and its state before each message: hashing each alone takes several times as long.
  const hash = newHash()
  const [first, second] = [new Int32Array(messages.length + 1), new Int32Array(messages.length + 1)]
  const keep = (index: number): void => {
    first[index] = hash[0]
    second[index] = hash[1]
  }
  keep(0)
  for (const [index, { position, content }] of messages.entries()) {
    addText(hash, String(position))
    for (const message of content) addText(hash, messageText(message))
    keep(index + 1)
  }
  return {
    messages,
    hashBefore: (position) => {
      let [low, high] = [0, messages.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((messages[middle] as SessionFragment).position < position) low = middle + 1
        else high = middle
      }
      return keyOf(low, first[low] ?? 0, second[low] ?? 0)
    },
  }
}
