import type { Fragment, Message, PlacedMessage } from '@lamella/core'
import { summaryRange } from '@lamella/core/store'
import { openExchange } from './open-exchange.ts'
import { isShortIn, type PageSize, type Place, pageAt, pagesOf, placeMessages } from './paging.ts'
import { pinnedSummaries } from './pinned-summaries.ts'
import { lastOfEach, placeAtCut, placeByTurn, placeSingly } from './place-turns.ts'
import type { Tail } from './read-tail.ts'
import type { ResultRule } from './results-first.ts'
import { shorterMessages } from './shorten-message.ts'
import { shorterResults } from './shorter-results.ts'

/** How much is dropped at a time when a history is cut: pages, whole turns, or single messages. */
export type HistoryCut = 'pages' | 'turns' | 'messages'

export interface HistoryShape {
  readonly cut: HistoryCut
  readonly page: PageSize
  readonly maxMessages: number
  /** Whether the newest user message is in the history because the request has none. */
  readonly pinNewestUser: boolean
  readonly count: (message: Message) => number
  readonly sizeBefore: ((position: number) => number) | undefined
  /**
   * The tokens that the layer keeps while another layer has more than its own minimum. Steps are small near this size.
   */
  readonly minTokens: number
  /** The most tokens that can be kept. */
  readonly maxTokens: number
  /** At a cut of a run: the rules of tools by which old results are shortened before messages are dropped. */
  readonly results?: Readonly<Record<string, ResultRule>> | undefined
}

/** Characters per token beyond which no shorter rendering is tried: few texts have more. */
const charactersPerToken = 8

/**
 * Makes a fragment of each message in a tail: its page, its rank, its shorter renderings. A summary is pinned until a newer
 * one covers it: it replaces messages that are gone, so dropping it would lose what it says.
 */
export function historyFragments(tail: Tail, shape: HistoryShape): readonly Fragment[] {
  const { pinNewestUser, count, results } = shape
  const page = (position: number): number => pageAt(position, shape.page, shape.sizeBefore)
  const isShort = isShortIn(shape.page, shape.sizeBefore)
  const pages: PagesOf = (list) => pagesOf(list, page, isShort)
  const messages = keptMessages(tail, shape, page, pages)
  const places = placesOf(messages, shape, pages)
  const lasts = lastOfEach(messages)
  const summaries = pinnedSummaries(summariesOf(tail))
  const isPinned = messages.map(({ position }, index) => {
    const { inLastTurn, opensTurn } = places[index] as Place
    return (pinNewestUser && inLastTurn && opensTurn) || summaries.has(position)
  })
  const isShortened = shortenedOnes(messages, places, lasts, isPinned, shape)
  const group = lastExchange(messages, places, isPinned)
  const most = charactersPerToken * Math.max(shape.maxTokens, shape.minTokens)
  const fragments = messages.map(({ message, position, tokens }, index): Fragment => {
    const { page: own, opensTurn } = places[index] as Place
    const pinned = isPinned[index] as boolean
    const isNewest = own === undefined && !pinned
    const isOldResult = results !== undefined && message.role === 'tool' && own !== undefined
    const shorter = isOldResult
      ? shorterResults(message, results)
      : isShortened[index]
        ? shorterMessages(message, most)
        : []
    // All objects have the same shape, written out in full: when they were built by spreading, a trim of this size took
    // three times as long.
    return {
      id: `m${position}`,
      content: [message],
      position,
      pinned,
      rank: isNewest ? (opensTurn ? 1 : 0) : (lasts[index] as number),
      group: isNewest ? group : undefined,
      page: pinned ? undefined : own,
      shorter: shorter.length > 0 ? shorter.map((one) => [one]) : undefined,
      // The core counts shorter renderings, and only if something has to give way.
      tokens: shorter.length > 0 ? undefined : [tokens],
    }
  })
  const first = messages[0]?.position ?? tail.start + tail.messages.length
  const before = summariesOf(tail).flatMap(({ message, position }): readonly Fragment[] =>
    position < first && summaries.has(position)
      ? [{ id: `m${position}`, content: [message], position, pinned: true, tokens: [count(message)] }]
      : [],
  )
  return [...before, ...fragments]
}

/** The summaries of a session: those that it declares, and messages of the tail that are marked as such. */
function summariesOf({ start, messages, opening, summaries }: Tail): readonly PlacedMessage[] {
  const read = messages.map((message, index) => ({ message, position: start + index }))
  const marked = [...opening, ...read].filter(({ message }) => summaryRange(message))
  const known = new Set(summaries.map(({ position }) => position))
  return [...summaries, ...marked.filter(({ position }) => !known.has(position))].sort(
    (a, b) => a.position - b.position,
  )
}

/**
 * Returns which messages have shorter renderings: those of the last turn, and those whose removal would take the
 * history below its minimum. All others are dropped whole before any of these is shortened.
 */
function shortenedOnes(
  messages: readonly Counted[],
  places: readonly Place[],
  lasts: readonly number[],
  isPinned: readonly boolean[],
  { minTokens }: HistoryShape,
): readonly boolean[] {
  const isNewest = messages.map((_, index) => places[index]?.page === undefined && !isPinned[index])
  let stays = 0
  for (const [index, { tokens }] of messages.entries()) if (isNewest[index] || isPinned[index]) stays += tokens
  const last: number[] = []
  for (let index = messages.length - 1, sum = stays; index >= 0 && sum < minTokens; index--) {
    if (isNewest[index] || isPinned[index]) continue
    last.push(index)
    // A message that opened a turn is dropped later than its position suggests.
    if (!places[index]?.opensTurn) sum += messages[index]?.tokens ?? 0
  }
  const page = (index: number): number => places[index]?.page ?? 0
  last.sort((a, b) => page(b) - page(a) || (lasts[b] ?? 0) - (lasts[a] ?? 0) || b - a)
  // All messages that are dropped together have shorter renderings, or the long one would take the others with it.
  const together = new Set<number | undefined>()
  for (const index of last) {
    if (stays >= minTokens) break
    together.add(lasts[index])
    stays += messages[index]?.tokens ?? 0
  }
  return messages.map((_, index) => isNewest[index] === true || (together.has(lasts[index]) && !isPinned[index]))
}

/**
 * A last turn of one question and its answer stays whole: dropping only the answer would leave two questions in a row.
 */
function lastExchange(
  messages: readonly Counted[],
  places: readonly Place[],
  isPinned: readonly boolean[],
): string | undefined {
  const [question, answer, ...more] = messages.filter((_, index) => places[index]?.inLastTurn)
  const isTwo = question && answer && more.length === 0 && answer.position === question.position + 1
  return isTwo && !isPinned[messages.length - 2] ? `m${question.position}` : undefined
}

function placesOf(
  messages: readonly PlacedMessage[],
  { cut, results }: HistoryShape,
  pages: PagesOf,
): readonly Place[] {
  if (results) return placeAtCut(messages)
  if (cut === 'turns') return placeByTurn(messages)
  return cut === 'messages' ? placeSingly(messages) : placeMessages(messages, pages(messages))
}

type PagesOf = (messages: readonly PlacedMessage[]) => readonly number[]

interface Counted extends PlacedMessage {
  readonly tokens: number
}

/**
 * Returns the messages of a tail to offer. A tail limited by count begins at a page, so that this limit also moves
 * rarely and far, or at a turn; it includes the user message that opened the current turn, however far back. Of any
 * other tail everything is offered, and the planner finds out what does not fit.
 */
function keptMessages(
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
