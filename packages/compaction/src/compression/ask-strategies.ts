import type { Message, Notice } from '@lamella/core'
import {
  type BuiltContextLike,
  type CompactionAnswer,
  type CompactionStrategy,
  type Counter,
  isObject,
  type NativeSummary,
  nativeSummaryOf,
  summaryMessage,
  summaryRange,
} from '@lamella/core/plugin'
import { checkNative } from '@lamella/store'
import { copyPlain } from './copy-plain.ts'
import { inTime, TimedOut } from './in-time.ts'
import { BudgetTooSmall, type SummaryStrategy } from './summary-strategy.ts'
import { clean, withoutThoughts } from './transcript.ts'

/** Why a strategy did not write a summary. */
export type StrategyFailure =
  /** It does not support the model, so it was not asked. */
  | 'unsupported'
  /** It threw, or its promise was rejected: a provider refused the request, for example. */
  | 'threw'
  /** It took too long. */
  | 'timeout'
  /** What it returned is not `{ text, native? }`, or `native` is nothing that a store keeps. */
  | 'invalid'
  /** The messages begin with a summary that only another provider can read, so it has not read all of them. */
  | 'unreadable'
  /** It returned no text, or only white space. */
  | 'empty'
  /** Its text exceeded the token limit, or its message was no shorter than the messages it replaces. */
  | 'too-long'
  /** Its budget is too small for a single character of the messages; it was not called. */
  | 'budget-too-small'

/** A strategy that was tried, and why it did not write the summary. */
export interface TriedStrategy {
  readonly name: string
  readonly reason: StrategyFailure
  /** The error that it threw. */
  readonly cause?: unknown
}

/** What strategies are asked to replace. */
export interface Asked {
  readonly start: number
  readonly end: number
  readonly messages: readonly Message[]
  /** Tokens of the messages: a summary is shorter. */
  readonly size: number
  /** The maximum number of tokens in the summary. */
  readonly maxOutputTokens: number
  readonly context: BuiltContextLike
  readonly model: string | undefined
  /** In milliseconds, for each strategy. */
  readonly timeout: number | undefined
}

/** The first usable answer, and the strategies that were tried before it. */
export interface Written {
  readonly text: string
  readonly native?: NativeSummary
  /** What the strategy had to change. */
  readonly notices?: readonly Notice[]
  readonly strategy: string
  readonly tried: readonly TriedStrategy[]
}

/**
 * Asks strategies one after the other until one has written a usable summary.
 *
 * @returns The summary; or only what was tried.
 * @throws the reason of the signal
 */
export async function askStrategies(
  strategies: readonly CompactionStrategy[],
  asked: Asked,
  counter: Counter,
  signal: AbortSignal,
  onCall: () => void,
): Promise<Written | { readonly strategy?: undefined; readonly tried: readonly TriedStrategy[] }> {
  const tried: TriedStrategy[] = []
  for (const strategy of strategies) {
    const answer = await ask(strategy, asked, counter, signal, onCall)
    signal.throwIfAborted()
    const judged = 'reason' in answer ? answer : judge(answer.value, asked, counter)
    if (!('reason' in judged)) return { ...judged, strategy: strategy.name, tried }
    tried.push({ name: strategy.name, ...judged })
  }
  return { tried }
}

type Failed = Omit<TriedStrategy, 'name'>

async function ask(
  strategy: CompactionStrategy,
  { start, end, messages, context, maxOutputTokens, model, timeout }: Asked,
  counter: Counter,
  signal: AbortSignal,
  onCall: () => void,
): Promise<{ readonly value: unknown } | Failed> {
  try {
    if (strategy.supports?.(model) === false) return { reason: 'unsupported' }
    const readsText = (strategy as Partial<SummaryStrategy>).limitsEachCall === true
    if (readsText && opaqueIn(messages) !== undefined) return { reason: 'unreadable' }
    onCall()
    const [first] = messages
    const compact = (own: AbortSignal): Promise<CompactionAnswer> =>
      strategy.compact({
        // Copies: what one strategy changes must not reach the next one, nor the caller.
        context: {
          ...context,
          system: copyPlain(context.system),
          messages: copyPlain(context.messages),
          ...(context.tools && { tools: copyPlain(context.tools) }),
        },
        messages: copyPlain(messages),
        positions: positionsOf(messages, { start, end }),
        ...(first && summaryRange(first) && { previous: summaryText(first) }),
        maxOutputTokens,
        count: counter.text,
        ...(model !== undefined && { model }),
        signal: own,
      })
    return { value: await inTime(compact, readsText ? undefined : timeout, signal) }
  } catch (cause) {
    if (cause instanceof BudgetTooSmall) return { reason: 'budget-too-small' }
    return { reason: cause instanceof TimedOut ? 'timeout' : 'threw', cause }
  }
}

function judge(
  value: unknown,
  { start, end, messages, size, maxOutputTokens }: Asked,
  counter: Counter,
): Failed | Pick<Written, 'text' | 'native' | 'notices'> {
  if (!isObject(value) || typeof value['text'] !== 'string') return { reason: 'invalid' }
  let native: NativeSummary | undefined
  try {
    if (value['native'] !== undefined) native = checkNative('native', value['native'])
  } catch (cause) {
    return { reason: 'invalid', cause }
  }
  const opaque = opaqueIn(messages)
  // Only its provider has read what it says.
  if (opaque !== undefined && native?.format !== opaque) return { reason: 'unreadable' }
  const text = clean(withoutThoughts(value['text'])).trim()
  if (text === '') return { reason: 'empty' }
  if (counter.text(text) > maxOutputTokens) return { reason: 'too-long' }
  const { notices } = value
  const written = {
    text,
    ...(native && { native }),
    ...(Array.isArray(notices) && notices.every(isNotice) && notices.length > 0 && { notices }),
  }
  return counter.message(summaryMessage({ start, end, ...written })) >= size ? { reason: 'too-long' } : written
}

function isNotice(value: unknown): value is Notice {
  return isObject(value) && typeof value['code'] === 'string' && typeof value['what'] === 'string'
}

/** The position of each message: a summary has those that it replaces, unless summaries are messages of the session. */
function positionsOf(messages: readonly Message[], { start, end }: Pick<Asked, 'start' | 'end'>): readonly number[] {
  const isOne = messages.length === end - start
  let next = start
  return messages.map((message) => {
    const position = next
    const range = isOne ? undefined : summaryRange(message)
    next += range ? range.end - range.start : 1
    return position
  })
}

/** The format whose provider alone can read a part of the messages. */
function opaqueIn(messages: readonly Message[]): string | undefined {
  for (const message of messages) {
    const native = nativeSummaryOf(message)
    if (native?.opaque) return native.format
  }
  return undefined
}

/** The text of a summary without the line that says that it is one. */
function summaryText({ content }: Message): string {
  return String(content).replace(/^[^\n]*\n/, '')
}
