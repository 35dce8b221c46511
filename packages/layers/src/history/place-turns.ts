import type { Message } from '@lamella/core'
import type { Place, Positioned } from './paging.ts'

/** What stands before the first user message goes before everything else, all at once. */
const beforeFirst = -1

/**
 * Whole turns go: the page of a turn is the position of the message that opened it. The last turn has none: its messages
 * give way one by one.
 */
export function placeByTurn(messages: readonly Positioned[]): readonly Place[] {
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
 * Messages go one by one, so each is a page of its own. Only a user message that opened a turn waits for the rest of it and goes
 * with the last of that: what is kept begins with it, and it is not left alone before the next one. Results are in the
 * page of what they follow, and so is a message that a thought leads to, since core keeps these together.
 */
export function placeSingly(messages: readonly Positioned[]): readonly Place[] {
  const places = placeByTurn(messages)
  const pages = places.map(({ page }) => page)
  let opening = -1
  for (let index = 0; index < messages.length; index++) {
    const { position, message } = messages[index] as Positioned
    const { inLastTurn, opensTurn } = places[index] as Place
    if (inLastTurn) break
    if (opensTurn) opening = index
    if (opening < 0) continue
    const before = index - 1 > opening ? messages[index - 1]?.message : undefined
    const follows = before !== undefined && (message.role === 'tool' || isThought(before))
    pages[index] = follows ? pages[index - 1] : position
    // Whichever is the last of the turn has the last word.
    pages[opening] = pages[index]
  }
  return places.map(({ opensTurn, inLastTurn }, index) => ({ page: pages[index], opensTurn, inLastTurn }))
}

function isThought({ role, content }: Message): boolean {
  if (role !== 'assistant' || typeof content === 'string' || content.length === 0) return false
  return content.every((part) => part.type === 'reasoning')
}
