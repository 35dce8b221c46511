import type { Layer } from '@lamella/core'
import {
  type Check,
  checkOptions,
  type DigestPolicy,
  mustBeBoolean,
  mustBeObject,
  mustBeOneOf,
  mustBeWhole,
} from '@lamella/core/plugin'
import type { HistoryCut } from './history-shape.ts'
import type { PageSize } from './paging.ts'
import { checkPin, type PinOptions } from './pins/pin-options.ts'
import { checkResults, type ResultOptions, type ResultRules } from './results/result-rules.ts'

/** Options of the history layer. */
export interface HistoryOptions {
  /**
   * The most recent messages to include, at most, in addition to pinned ones and summaries of older ones. Default
   * `Infinity`: as many as fit. In the middle of a turn the question and the newest answer with its results are always
   * included.
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
  /**
   * What stays of messages that give way at a cut of a run. A function loads the policy at the first cut. `false`: nothing.
   * Default: loads `factDigest` of `@lamella/compaction/digest`.
   */
  readonly digest?: DigestPolicy | (() => PromiseLike<DigestPolicy>) | false
  /**
   * What happens to old results when a request of a run does not fit: they are cut to 400 characters, then only their size is
   * named, each oldest first, before any message is dropped. `tools` has rules for some: `keep` never shortens the results of a
   * tool, `first` names them before all others. The newest messages are not old: they give way last. Outside a run, with pages,
   * results are cut to 400 characters before their page is dropped. `false`: results are dropped with their messages.
   */
  readonly results?: ResultOptions | false
  /**
   * Whether results that are shortened, and the digest, say how the model reads the whole: with the tool `read_result` of `@lamella/offload`.
   * Default `true`: whenever the request has this tool and the session is from a store.
   */
  readonly handles?: boolean
  /** Messages that are never shortened or dropped, within a limit. Default: none. */
  readonly pin?: PinOptions
}

/** The options of a history with their defaults. */
export interface CheckedHistory {
  readonly maxMessages: number
  readonly cut: HistoryCut
  readonly page: PageSize
  readonly digest: Layer['digest'] | false
  /** `undefined`: old results are not shortened. */
  readonly results: ResultRules | undefined
  readonly pin: PinOptions | undefined
  readonly handles: boolean
}

/** @throws LamellaError `OPTION_INVALID` */
export function checkHistory(options: HistoryOptions): CheckedHistory {
  const {
    maxMessages = Number.POSITIVE_INFINITY,
    cut = 'pages',
    pageMessages,
    pageCharacters = 16_000,
    digest = loadFactDigest,
    results = {},
    pin,
    handles = true,
  } = checkOptions('history', options, {
    maxMessages: mustBeCount,
    cut: mustBeOneOf(['pages', 'turns', 'messages']),
    pageMessages: ofPages(options, mustBeCount),
    pageCharacters: ofPages(options, mustBeWhole(1)),
    digest: (value) => (typeof value === 'function' ? undefined : mustBeObjectOrFalse(value)),
    results: mustBeObjectOrFalse,
    pin: mustBeObject,
    handles: mustBeBoolean,
  })
  const page = {
    messages: pageMessages ?? Math.min(10, Math.max(1, Math.floor(maxMessages / 5))),
    characters: pageCharacters,
  }
  return { maxMessages, cut, page, digest, results: checkResults(results), pin: checkPin(pin), handles }
}

/** Only a program whose runs are cut loads the digest. */
const loadFactDigest = async (): Promise<DigestPolicy> => (await import('./on-demand.ts')).factDigest()

const mustBeCount: Check = (value) => (value === Number.POSITIVE_INFINITY ? undefined : mustBeWhole(1)(value))

const mustBeObjectOrFalse: Check = (value) =>
  value === false || mustBeObject(value) === undefined ? undefined : 'must be an object, or false'

/** Only pages have a size; turns and messages have their own length. */
function ofPages(options: HistoryOptions, check: Check): Check {
  return (value) => ((options.cut ?? 'pages') === 'pages' ? check(value) : "is only valid with cut: 'pages'")
}
