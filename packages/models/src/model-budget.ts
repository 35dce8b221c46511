import type { Budget } from '@lamella/core'
import { findModel } from './built-in.ts'
import { modelError, shown } from './errors.ts'

/** Sizes of a request that are known otherwise, in tokens. */
export interface BudgetOptions {
  /** The context window: input and output together. Default: that of the model. */
  readonly window?: number | undefined
  /** Reserved for the answer. Default: `maxOutputTokens`, or what the model allows, at most half the window. */
  readonly reserve?: number | undefined
  /** What the request allows for the answer. */
  readonly maxOutputTokens?: number | undefined
}

/**
 * Returns the budget of requests to a built-in model, or to one whose window is given. A model with a shorter limit for
 * its input gets a window that keeps it.
 *
 * @throws LamellaError `WINDOW_REQUIRED` for a model that is not in the table, without a window
 * @example
 * modelBudget('gpt-4o', { maxOutputTokens: 4_000 }) // { window: 128000, reserve: 4000 }
 */
export function modelBudget(
  name: string | undefined,
  { window, reserve, maxOutputTokens }: BudgetOptions = {},
): Budget {
  const model = name === undefined ? undefined : findModel(name)
  const whole = window ?? model?.contextWindow
  if (whole === undefined) {
    throw modelError(
      'WINDOW_REQUIRED',
      `The context window of ${name === undefined ? 'a model without a name' : shown(name)} is not known.`,
      'Pass the option window, in tokens, or a builder with a budget.',
      { model: name },
    )
  }
  const kept = reserve ?? Math.min(maxOutputTokens ?? model?.maxOutput ?? whole, Math.floor(whole / 2))
  return { window: window ?? Math.min(whole, (model?.maxInput ?? whole) + kept), reserve: kept }
}
