import type { PlacedMessage } from '@lamella/core/plugin'

/** How a session is divided into pages, by absolute position. */
export interface PageSize {
  /** The number of messages after which a page ends (`Infinity`: no limit), */
  readonly messages: number
  /** or the number of characters the session must grow by, if it knows its sizes. */
  readonly characters: number
}

/** How a message's position affects what happens to it. */
export interface Place {
  /** The page it is dropped with; `undefined` in the newest part of the last turn. */
  readonly page: number | undefined
  /** Whether it opens a turn: a user message followed by others. */
  readonly opensTurn: boolean
  readonly inLastTurn: boolean
}

/**
 * Returns the page of an absolute position. It depends only on the session, so the cut stays where it was in the
 * previous build, on every machine, without storing anything about that build.
 */
export function pageAt(position: number, size: PageSize, sizeBefore?: (position: number) => number): number {
  const byCharacters = sizeBefore ? Math.floor(sizeBefore(position) / size.characters) : 0
  return Math.floor(position / size.messages) + byCharacters
}

/** Returns whether a turn, from its first to its last position, is no longer than a page. */
export type IsShort = (first: number, last: number) => boolean

/** Counts messages, or characters if only characters end a page. */
export function isShortIn(size: PageSize, sizeBefore?: (position: number) => number): IsShort {
  if (Number.isFinite(size.messages) || !sizeBefore) return (first, last) => last - first < size.messages
  return (first, last) => sizeBefore(last + 1) - sizeBefore(first) <= size.characters
}

/**
 * Returns the page of each message:
 * - A tool result is in the page of its call, so no page begins with one.
 * - A turn that is no longer than a page is entirely in the page in which it begins.
 */
export function pagesOf(
  messages: readonly PlacedMessage[],
  page: (position: number) => number,
  isShort: IsShort,
): number[] {
  const pages: number[] = []
  let opening = -1
  const endTurn = (end: number): void => {
    const first = messages[opening]?.position
    const last = messages[end - 1]?.position ?? 0
    if (first !== undefined && isShort(first, last)) pages.fill(pages[opening] ?? 0, opening, end)
  }
  for (let index = 0; index < messages.length; index++) {
    const { position, message } = messages[index] as PlacedMessage
    if (message.role === 'user') {
      endTurn(index)
      opening = index
    }
    pages.push(message.role === 'tool' && index > 0 ? (pages[index - 1] ?? 0) : page(position))
  }
  endTurn(messages.length)
  return pages
}

/**
 * Returns how the page of each message affects what happens to it:
 * - A user message that opens a turn is dropped with the page of the turn's last message: what is kept begins with it.
 * - In the last page each turn is a page of its own, because a whole page is too coarse a step for the newest messages.
 * - Messages of the last turn that are in the last page have no page: they give way one by one.
 */
export function placeMessages(messages: readonly PlacedMessage[], pages: readonly number[]): readonly Place[] {
  const { length } = messages
  const turns: number[] = []
  let turn = -1
  for (const { message } of messages) turns.push(message.role === 'user' ? ++turn : turn)
  const lastPage = pages[length - 1] ?? 0
  const lastTurn = turn
  const firstTurn = turns[pages.indexOf(lastPage)] ?? 0
  const ownPage = (index: number): number | undefined => {
    const raw = pages[index] ?? 0
    const of = turns[index] ?? 0
    return raw < lastPage ? raw : of < lastTurn ? lastPage + of - firstTurn : undefined
  }
  // Backwards, so the end of a turn is known when its opening message is reached.
  const places = new Array<Place>(length)
  let end = length - 1
  for (let index = length - 1; index >= 0; index--) {
    const of = turns[index]
    if (of !== turns[end]) end = index
    const opensTurn = messages[index]?.message.role === 'user'
    places[index] = { page: ownPage(opensTurn ? end : index), opensTurn, inLastTurn: of === lastTurn }
  }
  return places
}
