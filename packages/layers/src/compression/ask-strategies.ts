import type { Message } from '@lamella/core'
import { type Counter, isObject } from '@lamella/core/plugin'
import {
  type BuiltContextLike,
  type CompactionAnswer,
  type CompactionStrategy,
  type NativeSummary,
  summaryMessage,
  summaryRange,
} from '@lamella/core/store'
import { copyPlain } from './copy-plain.ts'
import { inTime, TimedOut } from './in-time.ts'
import { BudgetTooSmall, type SummaryStrategy } from './summary-strategy.ts'
import { clean } from './transcript.ts'

/** Why a strategy did not write a summary. */
export type StrategyFailure =
  /** It does not support the model, so it was not asked. */
  | 'unsupported'
  /** It threw, or its promise was rejected: a provider refused the request, for example. */
  | 'threw'
  /** It took too long. */
  | 'timeout'
  /** What it returned is not `{ text, native? }`. */
  | 'invalid'
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
  readonly strategy: string
  readonly tried: readonly TriedStrategy[]
}

/** Native summaries are kept in stores, up to this size as text. */
const mostNative = 4 * 2 ** 20

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
    const answer = await ask(strategy, asked, signal, onCall)
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
  { messages, context, maxOutputTokens, model, timeout }: Asked,
  signal: AbortSignal,
  onCall: () => void,
): Promise<{ readonly value: unknown } | Failed> {
  try {
    if (strategy.supports?.(model) === false) return { reason: 'unsupported' }
    onCall()
    const [first] = messages
    const limit = (strategy as Partial<SummaryStrategy>).limitsEachCall === true ? undefined : timeout
    const compact = (own: AbortSignal): Promise<CompactionAnswer> =>
      strategy.compact({
        // Copies: what one strategy changes must not reach the next one, nor the caller.
        context: copyPlain(context),
        messages: copyPlain(messages),
        ...(first && summaryRange(first) && { previous: summaryText(first) }),
        maxOutputTokens,
        ...(model !== undefined && { model }),
        signal: own,
      })
    return { value: await inTime(compact, limit, signal) }
  } catch (cause) {
    if (cause instanceof BudgetTooSmall) return { reason: 'budget-too-small' }
    return { reason: cause instanceof TimedOut ? 'timeout' : 'threw', cause }
  }
}

function judge(
  value: unknown,
  { start, end, size, maxOutputTokens }: Asked,
  counter: Counter,
): Failed | Pick<Written, 'text' | 'native'> {
  if (!isObject(value)) return { reason: 'invalid' }
  const { text: given, native } = value
  if (typeof given !== 'string' || !(native === undefined || isNative(native))) return { reason: 'invalid' }
  const text = clean(given).trim()
  if (text === '') return { reason: 'empty' }
  if (counter.text(text) > maxOutputTokens) return { reason: 'too-long' }
  if (counter.message(summaryMessage({ start, end, text })) >= size) return { reason: 'too-long' }
  return { text, ...(native !== undefined && { native }) }
}

/** Whether a value can be kept byte for byte: plain JSON, with the name of its format. */
function isNative(value: unknown): value is NativeSummary {
  if (!isObject(value) || typeof value['format'] !== 'string' || value['format'] === '') return false
  try {
    const text = JSON.stringify(value['content'])
    return text !== undefined && text.length <= mostNative && isSameJson(value['content'], JSON.parse(text))
  } catch {
    return false
  }
}

/** Whether JSON has kept a value: it changes dates, `NaN` and class instances, and leaves out functions. */
function isSameJson(value: unknown, read: unknown): boolean {
  if (typeof value !== 'object' || value === null || typeof read !== 'object' || read === null) return value === read
  if (Array.isArray(value) !== Array.isArray(read)) return false
  const [own, other] = [Object.entries(value), new Map(Object.entries(read))]
  return own.length === other.size && own.every(([key, item]) => other.has(key) && isSameJson(item, other.get(key)))
}

/** The text of a summary without the line that says that it is one. */
function summaryText({ content }: Message): string {
  return String(content).replace(/^[^\n]*\n/, '')
}
