import type { Limits } from '../compose/limits.ts'
import type { BuildTracer, Observer } from '../contract/events.ts'
import type { ContextTool, Parameters } from '../contract/message.ts'
import type { Pricing } from '../contract/prices.ts'
import type { Counter, Framing, Tokenizer } from '../contract/tokenizer.ts'
import { coreError } from '../errors.ts'
import {
  type Check,
  type Checks,
  checkKeys,
  checkOptions,
  isObject,
  mustBeFinite,
  mustBeObject,
  mustBeOneOf,
  mustBeText,
  mustBeTexts,
  mustBeWhole,
} from '../options.ts'
import type { RepairPolicy } from '../plan/pairing.ts'
import type { ReadTool } from './check-request.ts'
import type { Registry } from './registry.ts'

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
  /**
   * What the provider limits beside the tokens, as `requestLimiter` of `@lamella/models` makes it. Default: nothing. `modelBudget`
   * knows the limits of models.
   */
  readonly limits?: Limits | undefined
  /** What the model costs, as `pricing` of `@lamella/models` makes it. With it, `report.cost` and `run.cost` are there. Default: unknown. */
  readonly prices?: Pricing | undefined
}

/** What follows from the model that requests are for. `target` of `@lamella/models` makes it of the model's name. */
export interface Target {
  readonly budget: Budget
  /** Counts tokens as the model does, or estimates them. */
  readonly tokenizer: Tokenizer
  /** The overhead of the wire format that the model takes. */
  readonly framing: Framing
  /** The model's name, and what its answer is limited to. */
  readonly parameters: Parameters
}

/** All settings of a builder. Immutable: every call on a builder creates a new one. */
export interface Settings {
  readonly registry: Registry
  readonly counter: Counter
  /** The tokenizer that was set. */
  readonly countedBy: Tokenizer | undefined
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

const budgetChecks: Checks<Budget> = {
  window: mustBeWhole(0),
  reserve: mustBeWhole(0),
  limits: (value) => made(value, 'of', 'requestLimiter'),
  prices: (value) => made(value, 'cost', 'pricing'),
  keep: (value) => (typeof value === 'number' && value > 0 && value <= 1 ? undefined : 'must be above 0, at most 1'),
}

/** What counts and what a thing costs is made by `@lamella/models`: plain numbers would have nothing that counts. */
function made(value: unknown, method: string, maker: string): string | undefined {
  const isMade = isObject(value) && typeof value[method] === 'function'
  return isMade ? undefined : `must come from ${maker}(...) of @lamella/models`
}

/** @throws LamellaError `BUDGET_INVALID` */
export function checkBudget(budget: Budget): Budget {
  const fail = (key: string, problem: string): never => {
    throw coreError(
      'BUDGET_INVALID',
      `budget: ${problem}`,
      'Pass { window, reserve } in whole tokens, reserve and maxOutputTokens below the window.',
      { value: budget?.[key as keyof Budget] },
    )
  }
  checkKeys('a key of a budget', 'budget', budget, budgetChecks, ['window', 'reserve'], fail)
  const { window, reserve } = budget
  return reserve < window ? { ...budget } : fail('reserve', `the reserve (${reserve}) uses up the window (${window}).`)
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
    throw coreError('REQUEST_INVALID', `repair: ${problem}`, 'Correct the policy passed to repair(...).', { key })
  })
  return policy
}

const mustBeChoice: Check = (value) => {
  const isWord = value === 'auto' || value === 'none' || value === 'required'
  const isTool = isObject(value) && value['type'] === 'tool' && typeof value['toolName'] === 'string'
  return isWord || isTool ? undefined : "must be 'auto', 'none', 'required', or { type: 'tool', toolName }"
}

/** Which values a provider accepts is up to the wire format. */
const checks: Checks<Parameters> = {
  model: mustBeText,
  temperature: mustBeFinite,
  topP: mustBeFinite,
  maxOutputTokens: mustBeFinite,
  stopSequences: mustBeTexts,
  seed: mustBeFinite,
  toolChoice: mustBeChoice,
  providerOptions: mustBeObject,
}

/** @throws LamellaError `OPTION_INVALID` */
export function checkParameters(parameters: Parameters): Parameters {
  return checkOptions('parameters', parameters, checks)
}
