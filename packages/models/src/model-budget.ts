import type { Budget } from '@lamella/core'
import { type Checks, checkOptions, mustBeObject, mustBeWhole, type RequestLimits } from '@lamella/core/plugin'
import { findModel } from './built-in.ts'
import type { Prices } from './contract/prices.ts'
import { mustBeDay } from './define-model.ts'
import { modelError, shown } from './errors.ts'
import { requestLimiter } from './limits/request-limiter.ts'
import { requestLimits } from './limits/request-limits.ts'
import { modelPrices } from './prices/model-prices.ts'
import { pricing } from './prices/request-cost.ts'

/** Sizes of a request that are known otherwise, in tokens. */
export interface BudgetOptions {
  /** The context window: input and output together. Default: that of the model. */
  readonly window?: number | undefined
  /** Reserved for the answer. Default: `maxOutputTokens`, or what the model allows, at most half the window. */
  readonly reserve?: number | undefined
  /** What the request allows for the answer. */
  readonly maxOutputTokens?: number | undefined
  /** Limits beside the tokens. Default: those of `requestLimits`. */
  readonly limits?: RequestLimits | undefined
  /** What the model costs. Default: `modelPrices` of its name. */
  readonly prices?: Prices | undefined
  /** The day whose prices apply, `YYYY-MM-DD`. Default: as in `modelPrices`. */
  readonly day?: string | undefined
}

export const budgetChecks: Checks<BudgetOptions> = {
  window: mustBeWhole(1),
  reserve: mustBeWhole(0),
  maxOutputTokens: mustBeWhole(0),
  limits: mustBeObject,
  prices: mustBeObject,
  day: mustBeDay,
}

/**
 * Returns the budget of requests to a built-in model, or to one whose window is given, with the limits of its provider and its
 * prices, as far as they are known. A model with a shorter limit for its input gets a window that keeps it.
 *
 * @throws LamellaError `WINDOW_REQUIRED` for a model that is not in the table, without a window
 * @example
 * modelBudget('gpt-4o', { maxOutputTokens: 4_000 }) // { window: 128000, reserve: 4000, limits: { bytes: 512000000, … }, prices: { input: 2.5, … } }
 */
export function modelBudget(name: string | undefined, options: BudgetOptions = {}): Budget {
  const { window, reserve, maxOutputTokens, limits, prices, day } = checkOptions('modelBudget', options, budgetChecks)
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
  const cost = prices ?? (model && modelPrices(model, { day }))
  const most = limits ?? (name === undefined ? {} : requestLimits(name))
  return {
    window: window ?? Math.min(whole, (model?.maxInput ?? whole) + kept),
    reserve: kept,
    ...(Object.keys(most).length > 0 && { limits: requestLimiter(most) }),
    ...(cost && { prices: pricing(cost) }),
  }
}
