import type { Fragment, Message } from '@lamella/core'
import { type PlacedMessage, summaryRange } from '@lamella/core/plugin'
import type { HistoryShape } from './history-shape.ts'
import { withoutMedia } from './media/without-media.ts'
import { type Counted, offeredMessages, type PagesOf } from './offered-messages.ts'
import { isShortIn, type Place, pageAt, pagesOf, placeMessages } from './paging.ts'
import { pinnedSummaries } from './pinned-summaries.ts'
import { lastOfEach, placeAtCut, placeByTurn, placeSingly } from './place-turns.ts'
import type { Tail } from './read-tail.ts'
import { hasCalls, hasResults, shorterResults } from './results/shorter-results.ts'
import { shorterMessages } from './shorten-message.ts'

/** Characters per token beyond which no shorter rendering is tried: few texts have more. */
const charactersPerToken = 8

/**
 * Makes a fragment of each message in a tail: its page, its rank, its shorter renderings. A summary is pinned until a newer
 * one covers it: it replaces messages that are gone, so dropping it would lose what it says. So are those that the user
 * pinned.
 */
export function historyFragments(tail: Tail, shape: HistoryShape): readonly Fragment[] {
  const { pinNewestUser, count } = shape
  const page = (position: number): number => pageAt(position, shape.page, shape.sizeBefore)
  const isShort = isShortIn(shape.page, shape.sizeBefore)
  const pages: PagesOf = (list) => pagesOf(list, page, isShort)
  const offered = offeredMessages(tail, shape, page, pages)
  const messages = withPins(offered, tail.pins, count)
  const byUser = new Set(tail.pins?.map(({ position }) => position))
  const places = placesOf(messages, shape, pages)
  const lasts = lastOfEach(messages)
  const summaries = pinnedSummaries(summariesOf(tail))
  const isPinned = messages.map(({ position }, index) => {
    const { inLastTurn, opensTurn } = places[index] as Place
    return (pinNewestUser && inLastTurn && opensTurn) || summaries.has(position) || byUser.has(position)
  })
  const first = offered[0]?.position ?? tail.start + tail.messages.length
  const before = summariesOf(tail).flatMap(({ message, position }): readonly Fragment[] => {
    if (position >= first || byUser.has(position) || !summaries.has(position)) return []
    return [{ id: `m${position}`, content: [message], position, pinned: true, tokens: [count(message)] }]
  })
  const pinnedBefore = before.reduce((sum, { tokens = [] }) => sum + (tokens[0] ?? 0), 0)
  const isShortened = shortenedOnes(messages, places, lasts, isPinned, Math.max(0, shape.minTokens - pinnedBefore))
  const group = lastExchange(messages, places, isPinned)
  const most = charactersPerToken * Math.max(shape.maxTokens, shape.minTokens)
  const fragments = messages.map(({ message, position, tokens }, index): Fragment => {
    const { page: own, opensTurn } = places[index] as Place
    const pinned = isPinned[index] as boolean
    const isNewest = own === undefined && !pinned
    const mayShorten = isShortened[index] as boolean
    const shorter = pinned ? [] : shorterForms(message, { isOld: own !== undefined, mayShorten, most, position }, shape)
    const content = [message]
    // All objects have the same shape, written out in full: when they were built by spreading, a trim of this size took
    // three times as long.
    return {
      id: `m${position}`,
      content,
      position,
      pinned,
      rank: isNewest ? (opensTurn ? 1 : 0) : (lasts[index] as number),
      group: isNewest ? group : undefined,
      page: pinned ? undefined : own,
      shorter: shorter.length > 0 ? shorter.map((one) => (one === message ? content : [one])) : undefined,
      // The core counts shorter renderings, and only if something has to give way.
      tokens: shorter.length > 0 ? undefined : [tokens],
    }
  })
  if (byUser.size === 0 || before.length === 0) return [...before, ...fragments]
  return [...before, ...fragments].sort((a, b) => (a.position as number) - (b.position as number))
}

/** Adds the pinned messages that are not offered anyway, in their places. */
function withPins(
  offered: readonly Counted[],
  pins: readonly PlacedMessage[] = [],
  count: HistoryShape['count'],
): readonly Counted[] {
  const there = new Set(offered.map(({ position }) => position))
  const others = pins.filter(({ position }) => !there.has(position))
  if (others.length === 0) return offered
  const counted = others.map((one): Counted => ({ ...one, tokens: count(one.message) }))
  return [...counted, ...offered].sort((a, b) => a.position - b.position)
}

/** How a message may be shortened. */
interface Shortening {
  /** Not in the newest part of the last turn. */
  readonly isOld: boolean
  readonly mayShorten: boolean
  /** The most characters of a form. */
  readonly most: number
  readonly position: number
}

/**
 * Returns the shorter forms of a message: first the one with short results, or without its images and files. In a run, old results
 * have only forms of their own, and the calls with them none.
 */
function shorterForms(
  message: Message,
  { isOld, mayShorten, most, position }: Shortening,
  { cut, results, mayLoseMedia, callOf }: HistoryShape,
): readonly Message[] {
  const call = callOf && ((part?: number) => callOf(position, part))
  const own = results && isOld && hasResults(message) ? shorterResults(message, results, call) : []
  const isRun = cut === 'run'
  if (isRun && results && isOld && hasResults(message)) return own
  const short = own.find((form) => form !== message)
  const named = short ?? (mayLoseMedia && withoutMedia(message, mayLoseMedia))
  const texts =
    mayShorten && !(isRun && results && isOld && hasCalls(message)) ? shorterMessages(named ?? message, most, call) : []
  return named ? [named, ...texts] : texts
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
 * history below its minimum, the last to be dropped first. All others are dropped whole before any of these is shortened.
 * Follows from the session alone: a tail holds at least the minimum, and older messages come after those in it.
 */
function shortenedOnes(
  messages: readonly Counted[],
  places: readonly Place[],
  lasts: readonly number[],
  isPinned: readonly boolean[],
  minTokens: number,
): readonly boolean[] {
  const isNewest = messages.map((_, index) => places[index]?.page === undefined && !isPinned[index])
  let stays = 0
  const others: number[] = []
  for (const [index, { tokens }] of messages.entries()) {
    if (isNewest[index] || isPinned[index]) stays += tokens
    else others.push(index)
  }
  const page = (index: number): number => places[index]?.page ?? 0
  others.sort((a, b) => page(b) - page(a) || (lasts[b] ?? 0) - (lasts[a] ?? 0) || b - a)
  // All messages that are dropped together have shorter renderings, or the long one would take the others with it.
  const together = new Set<number | undefined>()
  for (const index of others) {
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

function placesOf(messages: readonly PlacedMessage[], { cut }: HistoryShape, pages: PagesOf): readonly Place[] {
  if (cut === 'run') return placeAtCut(messages)
  if (cut === 'turns') return placeByTurn(messages)
  return cut === 'messages' ? placeSingly(messages) : placeMessages(messages, pages(messages))
}
