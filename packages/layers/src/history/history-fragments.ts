import type { Fragment, Message } from '@lamella/core'
import { isShortIn, type PageSize, type Place, type Positioned, pageAt, pagesOf, placeMessages } from './paging.ts'
import { placeByTurn, placeSingly } from './place-turns.ts'
import type { Tail } from './read-tail.ts'
import { shortenMessage, shorterLengths } from './shorten-message.ts'

/** What goes at a time when a history is cut: pages, whole turns, or single messages. */
export type HistoryCut = 'pages' | 'turns' | 'messages'

export interface HistoryShape {
  readonly cut: HistoryCut
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
  const isShort = isShortIn(shape.page, shape.sizeBefore)
  const pages: PagesOf = (list) => pagesOf(list, page, isShort)
  const messages = keptMessages(tail, shape, page, pages)
  const places = placesOf(messages, shape, pages)
  // A last turn of a question and its answer stays whole: an answer dropped alone would leave two questions in a row.
  const newest = messages.filter((_, index) => places[index]?.inLastTurn)
  const group = newest.length === 2 && !shape.pinNewestUser ? `m${newest[0]?.position}` : undefined
  const fragments = messages.map(({ message, position, tokens }, index): Fragment => {
    const { page: own, opensTurn, inLastTurn } = places[index] as Place
    const pinned = shape.pinNewestUser && inLastTurn && opensTurn
    const gives = own === undefined && !pinned
    const shorter =
      gives && shape.cut === 'pages' ? shorterLengths.flatMap((max) => shortenMessage(message, max) ?? []) : []
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

function placesOf(messages: readonly Positioned[], { cut }: HistoryShape, pages: PagesOf): readonly Place[] {
  if (cut === 'turns') return placeByTurn(messages)
  return cut === 'messages' ? placeSingly(messages) : placeMessages(messages, pages(messages))
}

type PagesOf = (messages: readonly Positioned[]) => readonly number[]

interface Counted extends Positioned {
  readonly tokens: number
}

/**
 * The messages of a tail that make a beginning. A tail that is not the whole session begins at a page, so that limits
 * by count move rarely and far, too, or at a turn; and with the user message that opened the turn at hand, however far back
 * it is.
 */
function keptMessages(
  tail: Tail,
  shape: HistoryShape,
  page: (position: number) => number,
  pagesOf: PagesOf,
): readonly Counted[] {
  const { maxMessages, count, cut } = shape
  const opening: readonly Counted[] = tail.opener ? [{ ...tail.opener, tokens: count(tail.opener.message) }] : []
  const read = tail.messages.map((message, index): Counted => {
    return { message, position: tail.start + index, tokens: tail.tokens[index] ?? 0 }
  })
  if (tail.start === 0) return read
  const all = [...opening, ...read]
  const pages = cut === 'pages' ? pagesOf(all) : []
  const begins = (index: number): boolean => {
    if (cut !== 'pages') return cut === 'turns' && all[index]?.message.role === 'user'
    return pages[index] !== (index > opening.length ? pages[index - 1] : page(tail.start - 1))
  }
  // If nothing begins in the tail, all of it is one: as much of its end as makes a beginning.
  const ends = (index: number): boolean => all[index]?.message.role !== 'tool'
  return (
    firstBeginning(all, opening.length, maxMessages, begins) ??
    firstBeginning(all, opening.length, maxMessages, ends) ??
    (opening.length === 0 && all.length <= maxMessages ? all : [])
  )
}

/** The most messages from the end that begin where they may, with the one that opened their turn in front. */
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
