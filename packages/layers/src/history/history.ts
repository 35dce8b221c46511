import { checkOptions, defineLayer, type Layer, type Message, mustBeWhole, oldestFirst } from '@lamella/core'
import { historyFragments } from './history-fragments.ts'
import { readTail } from './read-tail.ts'

/** Settings of the history layer. */
export interface HistoryOptions {
  /** How many of the most recent messages may be included, at most. Default 50. `Infinity`: as many as fit. */
  readonly maxMessages?: number
  /**
   * Messages of one page, which are dropped together. Larger pages keep the provider's cache longer and leave more of
   * the window empty after a cut. Default 10, or a fifth of `maxMessages` if that is less.
   */
  readonly pageMessages?: number
  /** A page also ends when the session has grown by this many characters, if it knows its sizes. Default 16,000. */
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
    pageMessages,
    pageCharacters = 16_000,
  } = checkOptions('history', options, {
    maxMessages: (value) => (value === Number.POSITIVE_INFINITY ? undefined : mustBeWhole(1)(value)),
    pageMessages: mustBeWhole(1),
    pageCharacters: mustBeWhole(1),
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
      const tail = await readTail(session, { maxMessages, maxTokens: limit, count: one }, { signal })
      const sizeBefore = session.sizeBefore?.bind(session)
      const shape = { page, maxMessages, pinNewestUser: message === undefined, count: one, sizeBefore }
      const { fragments, left } = historyFragments(tail, shape)
      const byCount = tail.messages.length === maxMessages
      const reason = byCount ? `older than the ${maxMessages} most recent messages` : 'older than the window could hold'
      return { fragments, omitted: left > 0 ? [{ count: left, reason }] : [], notices: session.notices ?? [] }
    },
  })
}
