import type { BuiltContext, Message } from '@lamella/core'
import { paceOf } from './pace.ts'

/** What a request leaves free, in tokens. */
export interface Room {
  /** Everything before the messages: system prompt, tools, framing. */
  readonly head: number
  /** What a request has for messages: the window less the reserve and the head. */
  readonly available: number
  /** What this one has left of it. */
  readonly free: number
  /** The size of a request from which on the next one may have to be cut. */
  readonly limit: number
}

/**
 * The share of the budget that a run keeps at a cut, and how much more it has to have for another one to pay: as in the core,
 * whose extend-run.ts decides when a run is cut.
 */
const [keep, more] = [0.5, 1.25]

/** The share of what is available that a step or a question is assumed to take at least, even if recent ones took less. */
const least = 1 / 20

/**
 * Measures a request. The next one is assumed to add as much as the largest of recent ones. A run that has less room than
 * the largest recent turn took is cut before the next question, so that much has to be free in addition.
 *
 * @param total Tokens of the request.
 * @param isRun Whether the request is one of a run.
 */
export function roomOf(
  { messages }: Pick<BuiltContext, 'messages'>,
  total: number,
  budget: number,
  isRun: boolean,
  count: (messages: readonly Message[]) => number,
): Room {
  const head = Math.max(0, total - count(messages))
  const available = Math.max(0, budget - head)
  const pace = paceOf(messages, count)
  const [step, question] = [Math.max(pace.step, available * least), Math.max(pace.question, available * least)]
  const next = Math.max(pace.turn, pace.open + step)
  const cutFrom = isRun ? Math.min(budget, Math.max(budget - next, more * Math.max(head, keep * budget))) : budget
  return {
    head,
    available,
    free: Math.max(0, budget - total),
    limit: Math.max(0, Math.floor(cutFrom - step - question)),
  }
}
