import {
  type Check,
  checkOptions,
  defineLayer,
  type Layer,
  type Message,
  mustBeOneOf,
  mustBeWhole,
  oldestFirst,
} from '@lamella/core'
import { type HistoryCut, historyFragments } from './history-fragments.ts'
import { readTail } from './read-tail.ts'

/** Settings of the history layer. */
export interface HistoryOptions {
  /** How many of the most recent messages may be included, at most. Default 50. `Infinity`: as many as fit. */
  readonly maxMessages?: number
  /**
   * What goes at a time, the oldest first.
   * - `pages`, the default: pages of messages, so that the cut moves rarely and far; long texts of the last turn are shortened.
   * - `turns`: whole turns, a user message with all that it led to.
   * - `messages`: single messages, a call with its results as one. A user message that opened a turn goes with the last of it.
   *
   * With `turns` and `messages` nothing is shortened, and the cut moves at almost every turn, which costs the provider's cache.
   * All of them keep calls with their results, and begin with a user message.
   */
  readonly cut?: HistoryCut
  /**
   * Messages of one page, which are dropped together. Larger pages keep the provider's cache longer and leave more of
   * the window empty after a cut. Default 10, or a fifth of `maxMessages` if that is less. `Infinity`: characters alone end a page. Only with `cut: 'pages'`.
   */
  readonly pageMessages?: number
  /** A page also ends when the session has grown by this many characters, if it knows its sizes. Default 16,000. Only with `cut: 'pages'`. */
  readonly pageCharacters?: number
}

/**
 * The conversation so far: roles, tool calls and results as they were, the most recent messages, read from the end of
 * the session. When tokens run out the oldest pages go first, before anything of the other standard layers; the last
 * exchange goes last, shortened before it is dropped. What is kept begins at a user message.
 *
 * Without a new message in the request (in the middle of an agent's loop) the newest user message is pinned.
 *
 * @example
 * createContext().use(history({ maxMessages: 200 }))
 */
export function history(options: HistoryOptions = {}): Layer<'history'> {
  const {
    maxMessages = 50,
    cut = 'pages',
    pageMessages,
    pageCharacters = 16_000,
  } = checkOptions('history', options, {
    maxMessages: mustBeCount,
    cut: mustBeOneOf(['pages', 'turns', 'messages']),
    pageMessages: ofPages(options, mustBeCount),
    pageCharacters: ofPages(options, mustBeWhole(1)),
  })
  const page = {
    messages: pageMessages ?? Math.min(10, Math.max(1, Math.floor(maxMessages / 5))),
    characters: pageCharacters,
  }
  return defineLayer('history', {
    order: 600,
    priority: 10,
    stability: 'turn',
    placement: 'messages',
    budget: { min: 500 },
    truncation: oldestFirst({ newestPriority: 90 }),
    load: async ({ session, message, limit, count, signal }) => {
      const one = (item: Message): number => count([item])
      const limits = { maxMessages, maxTokens: limit, shortens: cut === 'pages', count: one }
      const tail = await readTail(session, limits, { signal })
      const sizeBefore = session.sizeBefore?.bind(session)
      const shape = { cut, page, maxMessages, pinNewestUser: message === undefined, count: one, sizeBefore }
      const { fragments, left } = historyFragments(tail, shape)
      const byCount = tail.messages.length === maxMessages
      const reason = byCount ? `older than the ${maxMessages} most recent messages` : 'older than the window could hold'
      return { fragments, omitted: left > 0 ? [{ count: left, reason }] : [], notices: session.notices ?? [] }
    },
  })
}

const mustBeCount: Check = (value) => (value === Number.POSITIVE_INFINITY ? undefined : mustBeWhole(1)(value))

/** Pages have a size; turns and messages are as long as they are. */
function ofPages(options: HistoryOptions, check: Check): Check {
  return (value) => ((options.cut ?? 'pages') === 'pages' ? check(value) : "is for cut: 'pages' alone")
}
