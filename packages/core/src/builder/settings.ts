import type { BuildTracer } from '../contract/build-tracer.ts'
import type { Counter } from '../contract/counter.ts'
import type { Observer } from '../contract/events.ts'
import type { RequestLimits } from '../contract/limits.ts'
import type { ContextTool } from '../contract/message.ts'
import type { Parameters } from '../contract/parameters.ts'
import type { Prices } from '../contract/prices.ts'
import type { Tokenizer } from '../contract/tokenizer.ts'
import { mustBePrices } from '../cost/must-be-prices.ts'
import { LamellaError } from '../errors.ts'
import type { AmountCounter } from '../measure/amounts.ts'
import { type Checks, checkKeys, mustBeOneOf, mustBeTexts, mustBeWhole } from '../options.ts'
import type { RepairPolicy } from '../plan/repair-policy.ts'
import type { Registry } from './registry.ts'
import type { ReadTool } from './tool-reader.ts'

/** Sizes of the request, in tokens, and its other limits. */
export interface Budget {
  /** The model's context window: input and output together. */
  readonly window: number
  /** Reserved for the answer; at least the `maxOutputTokens` of the parameters, if set. */
  readonly reserve: number
  /**
   * The share of the budget (window without reserve) that a run keeps when a cut is needed for room, so that the next cut
   * is far away. Above 0, at most 1. Default 0.5.
   */
  readonly keep?: number
  /** What the provider limits beside the tokens. Default: nothing. `modelBudget` of `@lamella/models` knows the limits of models. */
  readonly limits?: RequestLimits | undefined
  /** What the model costs. With them, `report.cost` and `run.cost` are there. Default: unknown. */
  readonly prices?: Prices | undefined
}

/** All settings of a builder. Immutable: every call on a builder creates a new one. */
export interface Settings {
  readonly registry: Registry
  readonly counter: Counter
  /** The tokenizer that was set. */
  readonly countedBy: Tokenizer | undefined
  readonly amounts: AmountCounter
  readonly budget: Budget | undefined
  readonly parameters: Parameters
  readonly tools: readonly ContextTool[]
  readonly readTool: ReadTool
  readonly repair: RepairPolicy
  /** Milliseconds a layer may take. */
  readonly deadline: number
  readonly observers: readonly Observer[]
  readonly tracers: readonly BuildTracer[]
}

const limitChecks: Checks<RequestLimits> = {
  bytes: mustBeWhole(0),
  images: mustBeWhole(0),
  imageBytes: mustBeWhole(0),
  tools: mustBeWhole(0),
  toolBytes: mustBeWhole(0),
}

const budgetChecks: Checks<Budget> = {
  window: mustBeWhole(0),
  reserve: mustBeWhole(0),
  limits: (value) => (typeof value === 'object' && value !== null ? undefined : 'must be an object'),
  prices: mustBePrices,
  keep: (value) => (typeof value === 'number' && value > 0 && value <= 1 ? undefined : 'must be above 0, at most 1'),
}

/** @throws LamellaError `BUDGET_INVALID` */
export function checkBudget(budget: Budget): Budget {
  const fail = (key: string, problem: string): never => {
    throw new LamellaError({
      code: 'BUDGET_INVALID',
      what: `budget: ${problem}`,
      fix: 'Pass { window, reserve } in whole tokens, with reserve and maxOutputTokens smaller than the window.',
      details: { value: budget?.[key as keyof Budget] },
    })
  }
  const failLimit = (key: string, problem: string): never => {
    throw new LamellaError({
      code: 'BUDGET_INVALID',
      what: `budget.limits: ${problem}`,
      fix: 'Pass { bytes?, images?, imageBytes?, tools?, toolBytes? } in whole numbers.',
      details: { value: budget.limits?.[key as keyof RequestLimits] },
    })
  }
  checkKeys('a key of a budget', 'budget', budget, budgetChecks, ['window', 'reserve'], fail)
  const { window, reserve, keep, limits, prices } = budget
  if (limits !== undefined) checkKeys('a limit', 'limits', limits, limitChecks, [], failLimit)
  return reserve < window
    ? {
        ...{ window, reserve },
        ...(keep !== undefined && { keep }),
        ...(limits && { limits: { ...limits } }),
        ...(prices && { prices: structuredClone(prices) }),
      }
    : fail('reserve', `the reserve (${reserve}) uses up the window (${window}).`)
}

const repairChecks: Checks<RepairPolicy> = {
  missingResult: mustBeOneOf(['synthesize', 'drop', 'fail']),
  orphanResult: mustBeOneOf(['drop', 'fail']),
  heldCalls: (value) =>
    value === 'all' || mustBeTexts(value) === undefined ? undefined : "must be 'all' or a list of ids",
}

/** @throws LamellaError `REQUEST_INVALID` */
export function checkRepair(policy: RepairPolicy): RepairPolicy {
  checkKeys('a key of a policy', 'policy', policy, repairChecks, [], (key, problem) => {
    throw new LamellaError({
      code: 'REQUEST_INVALID',
      what: `repair: ${problem}`,
      fix: 'Correct the policy passed to repair(...).',
      details: { key },
    })
  })
  return policy
}
