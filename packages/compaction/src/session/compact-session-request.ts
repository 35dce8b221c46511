import type { Framing, Tokenizer } from '@lamella/core'
import {
  type BuiltContextLike,
  type Check,
  type Checks,
  type CompactionStrategy,
  checkOptions,
  mustBeFunction,
  mustBeNumber,
  mustBeObject,
  mustBeText,
  mustBeWhole,
  mustHaveMethod,
} from '@lamella/core/plugin'
import type { SessionStore } from '@lamella/store'
import { defaultSummarizerTokens, type Summarize } from '../compression/strategy.ts'
import { storeUnsupported, summarizeMissing } from '../errors.ts'
import type { SessionPlace } from './read-shown.ts'
import { mustBeStrategies } from './strategies-of.ts'

/** Which session to compact, and how. */
export interface CompactSessionRequest extends SessionPlace {
  /**
   * Strategies to write the summary, such as `anthropicCompaction` of `@lamella/wire/anthropic`. Each is asked if those
   * before it were refused, failed, took too long, or returned nothing, too much, or nothing shorter.
   */
  readonly compaction?: readonly CompactionStrategy[] | undefined
  /** A function that summarizes text: the last strategy. One of both is required. */
  readonly summarize?: Summarize | undefined
  /**
   * The minimum number of newest messages to keep unchanged, rounded up to whole turns. Default 20; with `available` fewer
   * if the turns of 20 messages take more than a quarter of it, but at least the newest turn.
   */
  readonly keepRecent?: number | undefined
  /** The maximum time in milliseconds for a strategy, and for one answer of the summarizer. Default 120,000. */
  readonly timeout?: number | undefined
  /** The request that was last sent: the strategies of providers continue from it. Default: the messages alone. */
  readonly context?: BuiltContextLike | undefined
  /**
   * For a request of a run: returns the fingerprint of what it sent before a message of the session, by its position, as
   * `sentPrefix` of `@lamella/runs` does. With it, thinking stays valid after a summary that a provider wrote.
   */
  readonly prefixOf?: ((before: number) => string | undefined) | undefined
  /** The model that the conversation is sent to, which not every strategy supports. */
  readonly model?: string | undefined
  /** The tokens that a request has for messages: a summary takes at most a quarter of it. Default: no limit by it. */
  readonly available?: number | undefined
  /**
   * The window of the model, in tokens: a summary takes at most a quarter of it, and the summarizer gets at most half
   * of it at once. Default and maximum: 64,000.
   */
  readonly window?: number | undefined
  /** Counts tokens. Default: the core's estimate. */
  readonly tokenizer?: Tokenizer | undefined
  /** The tokens that a format adds to each message. Default: the core's. */
  readonly framing?: Framing | undefined
  readonly signal?: AbortSignal | undefined
  /** The time to record. Default: no time. */
  readonly now?: Date | undefined
}

/** What is checked of a request before a session is compacted. */
type Checkable = Pick<
  CompactSessionRequest,
  'compaction' | 'summarize' | 'keepRecent' | 'timeout' | 'window' | 'available'
>

/** Looked at where it is used. */
const passedOn: Check = () => undefined

const checks: Checks<CompactSessionRequest> = {
  store: passedOn,
  scope: passedOn,
  session: passedOn,
  compaction: mustBeStrategies,
  summarize: mustBeFunction,
  keepRecent: mustBeWhole(0),
  timeout: mustBeNumber(1),
  context: mustBeObject,
  prefixOf: mustBeFunction,
  model: mustBeText,
  available: mustBeWhole(1),
  window: mustBeWhole(1),
  tokenizer: mustHaveMethod('count'),
  framing: mustBeObject,
  signal: passedOn,
  now: passedOn,
}

/**
 * Checks the requirements for compacting a session.
 *
 * @throws LamellaError `COMPACTION_UNSUPPORTED`, `OPTION_INVALID`
 * @example
 * const { timeout } = checkCompactable({ store, summarize }) // 120,000
 */
export function checkCompactable(request: Checkable & { readonly store: SessionStore | undefined }): {
  readonly store: SessionStore
  readonly keepRecent: number | undefined
  readonly timeout: number
  readonly window: number
  readonly available: number | undefined
} {
  checkOptions<Partial<CompactSessionRequest>>('compactSession', request as Partial<CompactSessionRequest>, checks)
  const { store, compaction, summarize, keepRecent, available } = request
  const { timeout = 120_000, window = 2 * defaultSummarizerTokens } = request
  if (typeof store?.compactions?.add !== 'function') throw storeUnsupported()
  if (summarize === undefined && (compaction === undefined || compaction.length === 0)) throw summarizeMissing()
  return { store, keepRecent, timeout, window, available }
}
