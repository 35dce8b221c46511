import type { Counter } from '../contract/counter.ts'
import type { Observer } from '../contract/events.ts'
import type { ContextTool } from '../contract/message.ts'
import type { Parameters } from '../contract/parameters.ts'
import { LamellaError } from '../errors.ts'
import type { RepairPolicy } from '../plan/repair-policy.ts'
import { didYouMean } from '../suggest.ts'
import type { Registry } from './registry.ts'
import type { ReadTool } from './tool-reader.ts'

/** Sizes of the request, in tokens. */
export interface Budget {
  /** The model's context window: input and output together. */
  readonly window: number
  /** Kept free for the answer; at least `maxOutputTokens` of the parameters, where they have it. */
  readonly reserve: number
}

/** All that a builder knows. Immutable: every call on a builder makes a new one. */
export interface Settings {
  readonly registry: Registry
  readonly counter: Counter
  readonly budget: Budget | undefined
  readonly parameters: Parameters
  readonly tools: readonly ContextTool[]
  readonly readTool: ReadTool
  readonly repair: RepairPolicy
  /** Milliseconds a layer may take. */
  readonly deadline: number
  readonly observers: readonly Observer[]
}

/** @throws LamellaError `BUDGET_INVALID` */
export function checkBudget(budget: Budget): Budget {
  const problem = (value: unknown, message: string, fix: string): LamellaError =>
    new LamellaError({ code: 'BUDGET_INVALID', message, fix, details: { value } })
  const { window, reserve } = budget ?? {}
  for (const [key, value] of [['window', window] as const, ['reserve', reserve] as const]) {
    if (Number.isSafeInteger(value) && (value as number) >= 0) continue
    throw problem(value, `budget: ${key} is ${String(value)}.`, 'Give whole numbers of tokens: { window, reserve }.')
  }
  if (reserve < window) return { window, reserve }
  throw problem(
    reserve,
    `budget: the reserve (${reserve}) leaves nothing of the window (${window}).`,
    'Make reserve and maxOutputTokens smaller than the window.',
  )
}

/** @throws LamellaError `REQUEST_INVALID` for a key that is not one of `known`, naming the likely one */
export function checkKeys(what: string, value: object, known: readonly string[]): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue
    throw new LamellaError({
      code: 'REQUEST_INVALID',
      message: `${what} has no '${key}'.${didYouMean(key, known)}`,
      fix: `The keys are ${known.join(', ')}.`,
      details: { key },
    })
  }
}
