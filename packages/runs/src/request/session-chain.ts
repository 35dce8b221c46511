import type { Fragment, Message } from '@lamella/core'
import { createTextHasher, type TextHasher } from '@lamella/core/plugin'
import { sentText } from '@lamella/store'

/** A message of the session that a layer shows, as the session has it. */
interface SessionFragment {
  readonly position: number
  readonly content: readonly Message[]
}

/** The messages of the session that a request can show, in order. */
export interface SessionChain {
  readonly messages: readonly SessionFragment[]
  hashBefore(position: number): string
}

/**
 * Reads the fragments that have a position, whichever layers they are from.
 *
 * @param appendOnly Whether messages of the session never change: then the message before a position stands for all.
 */
export function sessionChain(fragments: readonly Fragment[], appendOnly: boolean): SessionChain {
  const messages = fragments
    .flatMap(({ position, content }) =>
      position === undefined || typeof content === 'string' ? [] : { position, content },
    )
    .sort((a, b) => a.position - b.position)
  const hashOf = appendOnly ? newestHash(messages) : chainedHash(messages)
  return { messages, hashBefore: (position) => hashOf(firstFrom(messages, position)) }
}

type HashOf = (count: number) => string

/** One hash over everything, and its state before each message: hashing each alone takes several times as long. */
function chainedHash(messages: readonly SessionFragment[]): HashOf {
  const hash = createTextHasher()
  const [first, second] = [new Int32Array(messages.length + 1), new Int32Array(messages.length + 1)]
  const keep = (index: number): void => {
    first[index] = hash.state[0]
    second[index] = hash.state[1]
  }
  keep(0)
  for (const [index, message] of messages.entries()) {
    addMessage(hash, message)
    keep(index + 1)
  }
  return (count) => hash.key(count, [first[count] ?? 0, second[count] ?? 0])
}

/** The hash of the newest of the messages. Their number is not in it: those before may have been cut off. */
function newestHash(messages: readonly SessionFragment[]): HashOf {
  return (count) => {
    const hash = createTextHasher()
    const newest = messages[count - 1]
    if (newest) addMessage(hash, newest)
    return hash.key(0)
  }
}

function addMessage(hash: TextHasher, { position, content }: SessionFragment): void {
  hash.add(String(position))
  for (const message of content) hash.add(sentText(message))
}

/** Returns the index of the first message at a position or after it. */
function firstFrom(messages: readonly SessionFragment[], position: number): number {
  let [low, high] = [0, messages.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((messages[middle] as SessionFragment).position < position) low = middle + 1
    else high = middle
  }
  return low
}
