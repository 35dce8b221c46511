import type { Fragment, Message } from '@lamella/core'
import { type PageSize, type Place, type Positioned, pageAt, pagesOf, placeMessages } from './paging.ts'
import type { Tail } from './read-tail.ts'
import { shortenMessage, shorterLengths } from './shorten-message.ts'

export interface HistoryShape {
  readonly page: PageSize
  readonly maxMessages: number
  /** Whether the newest user message stands in the history, since the request has none of its own. */
  readonly pinNewestUser: boolean
  readonly count: (message: Message) => number
  readonly sizeBefore: ((position: number) => number) | undefined
}

/** Fragments of the tail, and how many of the session's messages are not among them. */
export interface HistoryFragments {
  readonly fragments: readonly Fragment[]
  readonly left: number
}

/** Makes a fragment of each message of a tail: its page, its rank, its shorter renderings. */
export function historyFragments(tail: Tail, shape: HistoryShape): HistoryFragments {
  const page = (position: number): number => pageAt(position, shape.page, shape.sizeBefore)
  const messages = keptMessages(tail, shape, page)
  const places = placeMessages(messages, pagesOf(messages, page, shape.page.messages))
  // A last turn of a question and its answer stays whole: an answer dropped alone would leave two questions in a row.
  const newest = messages.filter((_, index) => places[index]?.inLastTurn)
  const group = newest.length === 2 && !shape.pinNewestUser ? `m${newest[0]?.position}` : undefined
  const fragments = messages.map(({ message, position, tokens }, index): Fragment => {
    const { page: own, opensTurn, inLastTurn } = places[index] as Place
    const pinned = shape.pinNewestUser && inLastTurn && opensTurn
    const gives = own === undefined && !pinned
    const shorter = gives ? shorterLengths.flatMap((max) => shortenMessage(message, max) ?? []) : []
    // One shape for all, spelled out: with objects made by spreading, a trim of this size took three times as long.
    return {
      id: `m${position}`,
      content: [message],
      pinned,
      rank: gives && opensTurn ? 1 : 0,
      group: gives ? group : undefined,
      page: pinned ? undefined : own,
      shorter: shorter.length > 0 ? shorter.map((one) => [one]) : undefined,
      tokens: shorter.length > 0 ? [tokens, ...shorter.map(shape.count)] : [tokens],
    }
  })
  return { fragments, left: tail.start + tail.messages.length - fragments.length }
}

interface Counted extends Positioned {
  readonly tokens: number
}

/**
 * The messages of a tail that make a beginning. A tail that is not the whole session begins at a page, so that limits
 * by count move rarely and far, too, and with the user message that opened the turn at hand, however far back it is.
 */
function keptMessages(tail: Tail, shape: HistoryShape, page: (position: number) => number): readonly Counted[] {
  const { maxMessages, count } = shape
  const opening: readonly Counted[] = tail.opener ? [{ ...tail.opener, tokens: count(tail.opener.message) }] : []
  const read = tail.messages.map((message, index): Counted => {
    return { message, position: tail.start + index, tokens: tail.tokens[index] ?? 0 }
  })
  if (tail.start === 0) return read
  const all = [...opening, ...read]
  const pages = pagesOf(all, page, shape.page.messages)
  /** The messages from `index` on, with the one that opened their turn in front; `undefined` if that is no beginning. */
  const from = (index: number): readonly Counted[] | undefined => {
    const rest = all.slice(index)
    const opener =
      rest[0]?.message.role === 'user'
        ? undefined
        : all.findLast((one, at) => at < index && one.message.role === 'user')
    const kept = opener ? [opener, ...rest] : rest
    return kept[0]?.message.role === 'user' && kept.length <= maxMessages ? kept : undefined
  }
  for (let index = opening.length; index < all.length; index++) {
    const before = index > opening.length ? pages[index - 1] : page(tail.start - 1)
    const kept = pages[index] === before ? undefined : from(index)
    if (kept) return kept
  }
  // No page begins in the tail, so all of it is one: as much of its end as makes a beginning.
  for (let index = opening.length; index < all.length; index++) {
    const kept = all[index]?.message.role === 'tool' ? undefined : from(index)
    if (kept) return kept
  }
  return opening.length === 0 && all.length <= maxMessages ? all : []
}
