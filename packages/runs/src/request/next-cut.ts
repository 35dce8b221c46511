import type { BuiltContext, Message } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import { invalid } from './check-asked.ts'
import { defaultKeep, leastGain } from './extend-run.ts'
import { paceOf } from './pace.ts'

/** What a request leaves free, in tokens. */
export interface NextCut {
  /** Everything before the messages: system prompt, tools, framing. */
  readonly head: number
  /** What a request has for messages: the window less the reserve and the head. */
  readonly available: number
  /** What this one has left of it. */
  readonly free: number
  /** The size of a request from which on the next one may have to be cut. */
  readonly limit: number
}

/** The share of what is available that a step or a question is assumed to take at least, even if recent ones took less. */
const minShare = 1 / 20

/**
 * Returns how far a request is from the next cut for room. The next request is assumed to add as much as the largest of recent ones.
 * A run that has less room than the largest recent turn took is cut before the next question, so that much has to be free in
 * addition. A request without a run is cut when it is full.
 *
 * @param estimate Returns the estimated tokens of messages.
 * @param keep The `keep` of its budget. Default 0.5.
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const { limit } = nextCut(context, counter.content)
 * if (context.report.tokens.total > limit) console.log('The next request may be cut: compact now.')
 */
export function nextCut(
  context: Pick<BuiltContext, 'messages' | 'report'>,
  estimate: (messages: readonly Message[]) => number,
  keep: number = defaultKeep,
): NextCut {
  if (!isObject(context?.report?.tokens)) throw invalid('nextCut', 'context', 'must be the context of a request.')
  if (typeof estimate !== 'function') throw invalid('nextCut', 'estimate', 'must be a function.')
  const { messages, report } = context
  const { total, window, reserve, correction = 0 } = report.tokens
  const factor = total / Math.max(1, total - correction)
  const count = (list: readonly Message[]): number => Math.round(factor * estimate(list))
  const budget = window - reserve
  const head = Math.max(0, total - count(messages))
  const available = Math.max(0, budget - head)
  const pace = paceOf(messages, count)
  const [step, question] = [Math.max(pace.step, available * minShare), Math.max(pace.question, available * minShare)]
  const next = Math.max(pace.turn, pace.open + step)
  const cutFrom = report.run
    ? Math.min(budget, Math.max(budget - next, leastGain * Math.max(head, keep * budget)))
    : budget
  return {
    head,
    available,
    free: Math.max(0, budget - total),
    limit: Math.max(0, Math.floor(cutFrom - step - question)),
  }
}
