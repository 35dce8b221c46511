import { defineLayer, type Layer, type Message, type Omission, oldestFirst } from '@lamella/core'
import { type Check, checkOptions, mustBeOneOf, mustBeWhole } from '@lamella/core/plugin'
import { type HistoryCut, historyFragments } from './history-fragments.ts'
import { readTail } from './read-tail.ts'

/** Settings of the history layer. */
export interface HistoryOptions {
  /** How many of the most recent messages may be included, at most, beside summaries of older ones. Default `Infinity`: as many as fit. */
  readonly maxMessages?: number
  /**
   * What goes at a time, the oldest first.
   * - `pages`, the default: pages of messages, so that the cut moves rarely and far.
   * - `turns`: whole turns, a user message with all that it led to.
   * - `messages`: single messages, a call with its results as one. A user message that opened a turn goes with the last of it.
   *
   * With `turns` and `messages` the cut moves at almost every turn, which costs the provider's cache. All of them keep calls with
   * their results, begin with a user message, and shorten long texts of the last turn before they drop any of it. Near the layer's
   * minimum, where another layer could give way for a whole page or turn, single messages are shortened and dropped.
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

/** What the layer keeps while another one has more than its own minimum. */
const minTokens = 500

/**
 * The conversation so far: roles, tool calls and results as they were, the most recent messages, read from the end of
 * the session. When tokens run out the oldest pages go first, before anything of the other standard layers; the last
 * exchange goes last, shortened before it is dropped. What is kept begins at a user message. Summaries of older messages are
 * pinned.
 *
 * Without a new message in the request (in the middle of an agent's loop) the newest user message is pinned.
 *
 * @example
 * createContext().use(history({ maxMessages: 200 }))
 */
export function history(options: HistoryOptions = {}): Layer<'history'> {
  const {
    maxMessages = Number.POSITIVE_INFINITY,
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
    budget: { min: minTokens },
    truncation: oldestFirst({ newestPriority: 90 }),
    load: async ({ session, message, limit, count, signal }) => {
      const one = (item: Message): number => count([item])
      // Above the minimum everything is taken in another order than below it, so at least so much is offered.
      const maxTokens = Math.max(limit, minTokens)
      const limits = { maxMessages, maxTokens, pageMessages: cut === 'pages' ? page.messages : 1, count: one }
      const tail = await readTail(session, limits, { signal })
      const sizeBefore = session.sizeBefore?.bind(session)
      const pinNewestUser = message === undefined
      const shape = { cut, page, maxMessages, pinNewestUser, count: one, sizeBefore, minTokens, maxTokens }
      const fragments = historyFragments(tail, shape)
      const left = session.length - fragments.length
      const omitted: Omission = tail.byCount
        ? { count: left, reason: `older than the ${maxMessages} most recent messages`, cause: 'limit' }
        : { count: left, reason: 'older than the window could hold', cause: 'window' }
      return { fragments, omitted: left > 0 ? [omitted] : [], notices: session.notices ?? [] }
    },
  })
}

const mustBeCount: Check = (value) => (value === Number.POSITIVE_INFINITY ? undefined : mustBeWhole(1)(value))

/** Pages have a size; turns and messages are as long as they are. */
function ofPages(options: HistoryOptions, check: Check): Check {
  return (value) => ((options.cut ?? 'pages') === 'pages' ? check(value) : "is for cut: 'pages' alone")
}
