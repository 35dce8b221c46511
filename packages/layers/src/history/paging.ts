import type { PlacedMessage } from '@lamella/core'

/** How a session is divided into pages, by absolute position. */
export interface PageSize {
  /** A page ends after this many messages (`Infinity`: it does not), */
  readonly messages: number
  /** or when the session has grown by this many characters, if it knows its sizes. */
  readonly characters: number
}

/** What the place of a message means for its fate. */
export interface Place {
  /** Dropped together with all of its page; `undefined` in the newest part of the last turn. */
  readonly page: number | undefined
  /** It opens a turn: a user message that others follow. */
  readonly opensTurn: boolean
  /** It is in the last turn. */
  readonly inLastTurn: boolean
}

/**
 * The page of an absolute position. It follows from the session alone, so the cut is where it was in the build before,
 * on every machine, without any memory of that build.
 */
export function pageAt(position: number, size: PageSize, sizeBefore?: (position: number) => number): number {
  const byCharacters = sizeBefore ? Math.floor(sizeBefore(position) / size.characters) : 0
  return Math.floor(position / size.messages) + byCharacters
}

/** Whether a turn from its first to its last position is no longer than a page. */
export type IsShort = (first: number, last: number) => boolean

/** By messages; where only characters end a page, by characters. */
export function isShortIn(size: PageSize, sizeBefore?: (position: number) => number): IsShort {
  if (Number.isFinite(size.messages) || !sizeBefore) return (first, last) => last - first < size.messages
  return (first, last) => sizeBefore(last + 1) - sizeBefore(first) <= size.characters
}

/**
 * The page of each message:
 * - A tool result is in the page of its call, so that no page begins with one.
 * - A turn that is no longer than a page is whole in the page in which it begins.
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
 * Says what the page of each message means for its fate:
 * - A user message that opens a turn goes with the page of the turn's last message: what is kept begins with it.
 * - In the last page each turn is a page of its own, since the page is too coarse a step for the newest messages.
 * - In the last turn, the messages of the last page have none: they give way one by one.
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
  // Backwards, so that the end of a turn is known when its opening message is reached.
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
