import { type DigestPolicy, defineLayer, type Layer, type Message, type Omission, oldestFirst } from '@lamella/core'
import { type Check, checkOptions, mustBeObject, mustBeOneOf, mustBeWhole } from '@lamella/core/plugin'
import { valueDigest } from '../digest/value-digest.ts'
import { type HistoryCut, historyFragments } from './history-fragments.ts'
import { openExchange } from './open-exchange.ts'
import { readKept, readTail } from './read-tail.ts'
import { type ResultRule, resultsFirst } from './results-first.ts'

/** Options of the history layer. */
export interface HistoryOptions {
  /**
   * The most recent messages to include, at most, in addition to summaries of older ones. Default `Infinity`: as many
   * as fit. In the middle of a turn the question and the newest answer with its results are always included.
   */
  readonly maxMessages?: number
  /**
   * How much is dropped at a time, oldest first.
   * - `pages`, the default: pages of messages, so the cut moves rarely and far.
   * - `turns`: whole turns, each a user message with everything that follows from it.
   * - `messages`: single messages, with a call and its results as one. The user message that opened a turn is dropped
   *   with the last message of the turn.
   *
   * With `turns` and `messages` the cut moves on almost every turn, which costs provider cache. Every mode keeps calls
   * with their results, begins with a user message, and shortens long texts of the last turn before dropping any of it.
   * Near the layer's minimum, where another layer could give way for a whole page or turn, single messages are
   * shortened and dropped.
   */
  readonly cut?: HistoryCut
  /**
   * The number of messages in a page, which are dropped together. Larger pages keep the provider's cache longer and
   * leave more of the window empty after a cut. Default 10, or a fifth of `maxMessages` if that is less. `Infinity`:
   * only characters end a page. Only with `cut: 'pages'`.
   */
  readonly pageMessages?: number
  /**
   * The number of characters after which a page also ends, if the session knows its sizes. Default 16,000. Only with
   * `cut: 'pages'`.
   */
  readonly pageCharacters?: number
  /** What stays of messages that give way at a cut of a run. `false`: nothing. Default: `valueDigest()`. */
  readonly digest?: DigestPolicy | false
  /**
   * What happens to old results at a cut of a run: they are shortened to 400 characters, then only their size is named, before
   * any message is dropped. `tools` has rules for some: `keep` never shortens the results of a tool, `first` names them before
   * all others. `false`: results are dropped with their messages.
   */
  readonly results?: { readonly tools?: Readonly<Record<string, ResultRule>> } | false
}

/** The tokens that the layer keeps while another layer has more than its own minimum. */
const minTokens = 500

/** The priority of the newest messages: they survive memory and skills. */
const newestPriority = 90

/**
 * Creates the history layer: the conversation so far, with roles, tool calls and results unchanged, read from the end
 * of the session. When tokens run out, the oldest pages are dropped first, before anything from the other standard
 * layers; the last exchange is dropped last, and shortened before that. What is kept begins with a user message.
 * Summaries of older messages are pinned.
 *
 * In a run, the messages that were sent stay, and new ones follow; a cut drops single messages, whatever `cut` says,
 * because it is rare and goes far. `maxMessages` is a limit that also begins a new epoch.
 *
 * Without a new message in the request (in the middle of an agent's loop), the newest user message is pinned.
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
    digest = valueDigest(),
    results = {},
  } = checkOptions('history', options, {
    maxMessages: mustBeCount,
    cut: mustBeOneOf(['pages', 'turns', 'messages']),
    pageMessages: ofPages(options, mustBeCount),
    pageCharacters: ofPages(options, mustBeWhole(1)),
    results: (value) => (value === false ? undefined : mustBeObject(value)),
    digest: (value) => (value === false ? undefined : mustBeObject(value)),
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
    truncation: oldestFirst({ newestPriority }),
    ...(digest && { digest }),
    load: async ({ session, message, limit, count, signal, run }) => {
      const one = (item: Message): number => count([item])
      // Above the minimum everything gives way in a different order than below it, so offer at least this much.
      const maxTokens = Math.max(limit, minTokens)
      // In a run the cut is rare and goes far, so it needs no pages.
      const unit = run ? 'messages' : cut
      const most = run?.keep === undefined ? maxMessages : Math.max(1, Math.floor(maxMessages * run.keep))
      const limits = { maxMessages: most, maxTokens, pageMessages: unit === 'pages' ? page.messages : 1, count: one }
      const tail = run?.kept
        ? await readKept(session, run.kept, one, { signal })
        : await readTail(session, limits, { signal })
      const sizeBefore = session.sizeBefore?.bind(session)
      const pinNewestUser = message === undefined
      const isCut = run?.keep !== undefined && results !== false
      const rules = isCut ? (results.tools ?? {}) : undefined
      const limitsOfShape = { maxMessages: most, minTokens, maxTokens }
      const shape = { cut: unit, page, pinNewestUser, count: one, sizeBefore, ...limitsOfShape, results: rules }
      const fragments = historyFragments(tail, shape)
      const left = session.length - fragments.length
      const omitted: Omission = tail.byCount
        ? { count: left, reason: `older than the ${maxMessages} most recent messages`, cause: 'limit' }
        : { count: left, reason: 'older than the window can hold', cause: 'window' }
      const given = {
        fragments,
        omitted: left > 0 ? [omitted] : [],
        notices: session.notices ?? [],
        ...(rules && { truncation: resultsFirst(rules, { newestPriority }) }),
      }
      if (!run?.kept) return given
      const exchange = pinNewestUser ? openExchange(fragments.map(({ content }) => content[0] as Message)) : undefined
      const least = exchange ? fragments.length - exchange.answer + 1 : 0
      return fragments.length > Math.max(maxMessages, least) ? { ...given, cut: true } : given
    },
  })
}

const mustBeCount: Check = (value) => (value === Number.POSITIVE_INFINITY ? undefined : mustBeWhole(1)(value))

/** Only pages have a size; turns and messages have their own length. */
function ofPages(options: HistoryOptions, check: Check): Check {
  return (value) => ((options.cut ?? 'pages') === 'pages' ? check(value) : "is only valid with cut: 'pages'")
}
