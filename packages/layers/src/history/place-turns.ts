import type { Message, PlacedMessage } from '@lamella/core'
import type { Place } from './paging.ts'

/** What stands before the first user message goes before everything else, all at once. */
const beforeFirst = -1

/**
 * Whole turns go: the page of a turn is the position of the message that opened it. The last turn has none: its messages
 * give way one by one.
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
 * Messages go one by one, so each is a page of its own, but those that `lastOfEach` keeps together.
 */
export function placeSingly(messages: readonly PlacedMessage[]): readonly Place[] {
  const pages = lastOfEach(messages)
  return placeByTurn(messages).map((place, index) => (place.inLastTurn ? place : { ...place, page: pages[index] }))
}

/**
 * Where messages go one by one, the position of the last of those that each goes with. Most go alone. Only a user message that
 * opened a turn waits for the rest of it and goes with the last of that: what is kept begins with it, and it is not left alone
 * before the next one. Results go with what they follow, and so does a message that a thought leads to, since core keeps these
 * together. What stands before the first user message goes all at once, before everything else.
 */
export function lastOfEach(messages: readonly PlacedMessage[]): readonly number[] {
  const lasts: number[] = messages.map(() => beforeFirst)
  let opening = -1
  for (let index = 0; index < messages.length; index++) {
    const { position, message } = messages[index] as PlacedMessage
    if (message.role === 'user') opening = index
    if (opening < 0) continue
    const before = index - 1 > opening ? messages[index - 1]?.message : undefined
    const follows = before !== undefined && (message.role === 'tool' || isThought(before))
    lasts[index] = follows ? (lasts[index - 1] as number) : position
    // Whichever is the last of the turn has the last word.
    lasts[opening] = lasts[index] as number
  }
  return lasts
}

function isThought({ role, content }: Message): boolean {
  if (role !== 'assistant' || typeof content === 'string' || content.length === 0) return false
  return content.every((part) => part.type === 'reasoning')
}
