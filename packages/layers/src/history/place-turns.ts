import type { Message } from '@lamella/core'
import type { PlacedMessage } from '@lamella/core/plugin'
import type { Place } from './paging.ts'

/** Messages before the first user message are dropped first, all at once. */
const beforeFirst = -1

/**
 * Drops whole turns: the page of a turn is the position of the message that opened it. The last turn has none: its
 * messages give way one by one.
 */
export function placeByTurn(messages: readonly PlacedMessage[]): readonly Place[] {
  const last = messages.findLastIndex(({ message }) => message.role === 'user')
  let turn = beforeFirst
  return messages.map(({ position, message }, index) => {
    const opensTurn = message.role === 'user'
    if (opensTurn) turn = position
    const inLastTurn = index >= last
    return { page: inLastTurn ? undefined : turn, opensTurn, inLastTurn }
  })
}

/**
 * Drops messages one by one, so each is a page of its own, except those that `lastOfEach` keeps together.
 */
export function placeSingly(messages: readonly PlacedMessage[]): readonly Place[] {
  const pages = lastOfEach(messages)
  return placeByTurn(messages).map((place, index) => (place.inLastTurn ? place : { ...place, page: pages[index] }))
}

/** The messages at the end of a session whose results stay in full at a cut, and which give way last. */
const newest = 4

/**
 * Drops messages one by one at a cut of a run: like `placeSingly`, but of the last turn only its question and its newest
 * messages give way last. A long turn is a conversation of its own.
 */
export function placeAtCut(messages: readonly PlacedMessage[]): readonly Place[] {
  const pages = lastOfEach(messages)
  let first = Math.max(0, messages.length - newest)
  while (first > 0 && follows(messages, first)) first--
  return placeByTurn(messages).map((place, index) => {
    const isNewest = place.inLastTurn && (place.opensTurn || index >= first)
    return isNewest ? place : { ...place, page: pages[index] }
  })
}

/**
 * Returns, for dropping messages one by one, the position of the last message that each is dropped with. Most are
 * dropped alone. Only the user message that opened a turn is dropped with the last message of the turn: what is kept
 * begins with it, and it is not left alone before the next one. Results are dropped with what they follow, and so is
 * the message that follows a thought, because core keeps these together. Messages before the first user message are
 * dropped first, all at once.
 */
export function lastOfEach(messages: readonly PlacedMessage[]): readonly number[] {
  const lasts: number[] = messages.map(() => beforeFirst)
  let opening = -1
  for (let index = 0; index < messages.length; index++) {
    const { position, message } = messages[index] as PlacedMessage
    if (message.role === 'user') opening = index
    if (opening < 0) continue
    const isFollowing = index - 1 > opening && follows(messages, index)
    lasts[index] = isFollowing ? (lasts[index - 1] as number) : position
    // The last message of the turn decides.
    lasts[opening] = lasts[index] as number
  }
  return lasts
}

/** Whether a message stays with the one before it: results with their calls, and what follows a thought with the thought. */
function follows(messages: readonly PlacedMessage[], index: number): boolean {
  const before = messages[index - 1]?.message
  return before !== undefined && (messages[index]?.message.role === 'tool' || isThought(before))
}

export function isThought({ role, content }: Message): boolean {
  if (role !== 'assistant' || typeof content === 'string' || content.length === 0) return false
  return content.every((part) => part.type === 'reasoning')
}
