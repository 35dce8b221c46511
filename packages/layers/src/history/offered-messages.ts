import type { PlacedMessage } from '@lamella/core/plugin'
import type { HistoryShape } from './history-shape.ts'
import { openExchange } from './open-exchange.ts'
import type { Tail } from './read-tail.ts'

export type PagesOf = (messages: readonly PlacedMessage[]) => readonly number[]

/** A message and its tokens. */
export interface Counted extends PlacedMessage {
  readonly tokens: number
}

/**
 * Returns the messages of a tail to offer. A tail limited by count begins at a page, so that this limit also moves
 * rarely and far, or at a turn; it includes the user message that opened the current turn, however far back. Of any
 * other tail everything is offered, and the planner finds out what does not fit.
 */
export function offeredMessages(
  tail: Tail,
  shape: HistoryShape,
  page: (position: number) => number,
  pagesOf: PagesOf,
): readonly Counted[] {
  const { maxMessages, count, cut, pinNewestUser } = shape
  const opening = tail.opening.map((one): Counted => ({ ...one, tokens: count(one.message) }))
  const read = tail.messages.map((message, index): Counted => {
    return { message, position: tail.start + index, tokens: tail.tokens[index] ?? 0 }
  })
  const all = [...opening, ...read]
  if (!tail.byCount) return all
  const pages = cut === 'pages' ? pagesOf(all) : []
  const begins = (index: number): boolean => {
    if (cut !== 'pages') return cut === 'turns' && all[index]?.message.role === 'user'
    return pages[index] !== (index > opening.length ? pages[index - 1] : page(tail.start - 1))
  }
  // If no turn begins in the tail, the whole tail is treated as one turn, and is kept from an allowed beginning on.
  const ends = (index: number): boolean => all[index]?.message.role !== 'tool'
  return (
    firstBeginning(all, opening.length, maxMessages, begins) ??
    firstBeginning(all, opening.length, maxMessages, ends) ??
    (opening.length === 0 && all.length <= maxMessages ? all : pinNewestUser ? newestExchange(all) : [])
  )
}

/** Returns the question of the current turn and its newest answer with the results, which no limit by count leaves out. */
function newestExchange(all: readonly Counted[]): readonly Counted[] {
  const exchange = openExchange(all.map(({ message }) => message))
  return exchange ? [all[exchange.question] as Counted, ...all.slice(exchange.answer)] : []
}

/**
 * Returns the most messages from the end that begin at an allowed position, preceded by the one that opened their turn.
 */
function firstBeginning(
  all: readonly Counted[],
  from: number,
  maxMessages: number,
  mayBegin: (index: number) => boolean,
): readonly Counted[] | undefined {
  let opener: Counted | undefined = from > 0 ? all[0] : undefined
  for (let index = from; index < all.length; index++) {
    const one = all[index] as Counted
    const opens = one.message.role === 'user'
    if (opens) opener = one
    if (opener === undefined || !mayBegin(index)) continue
    if (all.length - index + (opens ? 0 : 1) > maxMessages) continue
    return opens ? all.slice(index) : [opener, ...all.slice(index)]
  }
  return undefined
}
