import type { Model } from '@lamella/models'
import type { ModelParameters, ThinkingLevel } from '../contract/parameters.ts'
import { defaultAnswer, rangeOf } from './budget-range.ts'
import { dialectOf } from './dialect.ts'
import type { Notify } from './notice.ts'
import { levelsOf, nearestLevel } from './thinking-levels.ts'

/** The thinking tokens for each level, for models that accept a number. Source: Gemini API, "OpenAI compatibility". */
const budgets: Readonly<Record<ThinkingLevel, number>> = {
  none: 0,
  minimal: 1_024,
  low: 1_024,
  medium: 8_192,
  high: 24_576,
}

/**
 * Fits the thinking to the model: a level for models that decide themselves how long they think, tokens for models that
 * accept a number. Each change is reported.
 */
export function fitThinking(parameters: ModelParameters, model: Model, notify: Notify): ModelParameters {
  const { thinkingLevel: level, thinkingBudget: budget, ...rest } = parameters
  if (level === undefined && budget === undefined) return parameters
  const isOff = level === 'none' || (budget === 0 && level === undefined)
  const refusal = refusalOf(model)
  if (refusal !== undefined) {
    // A model that does not think needs no setting for it.
    if (!isOff) notify('THINKING_UNSUPPORTED', `${refusal}, so thinking is left out.`)
    return rest
  }
  return model.thinking === 'budget' ? fitBudget(parameters, model, notify) : fitLevel(parameters, model, notify)
}

/** Returns why a model's thinking cannot be set, as the start of a sentence. */
function refusalOf(model: Model): string | undefined {
  const { id, features, thinking } = model
  if (!features.includes('thinking')) return `The model ${id} does not think`
  const dialect = dialectOf(model)
  const isKnown = dialect !== undefined && !(dialect === 'openai' && thinking === 'budget')
  return thinking !== undefined && isKnown ? undefined : `How to set the thinking of the model ${id} is unknown`
}

function fitLevel(parameters: ModelParameters, model: Model, notify: Notify): ModelParameters {
  const { thinkingLevel, thinkingBudget: budget, ...rest } = parameters
  const asked = thinkingLevel ?? levelOf(budget ?? 0)
  const level = nearestLevel(asked, levelsOf(model))
  if (budget !== undefined && budget > 0) {
    notify(
      'THINKING_BUDGET_UNSUPPORTED',
      `The model ${model.id} accepts a thinking level instead of a number of tokens, so ${level} is used.`,
    )
  }
  if (level !== asked) {
    notify('THINKING_LEVEL_CHANGED', `The model ${model.id} has no thinking level ${asked}, so ${level} is used.`)
  }
  return { ...rest, thinkingLevel: level }
}

/** Returns the highest level that takes at most the given number of tokens. */
function levelOf(budget: number): ThinkingLevel {
  if (budget === 0) return 'none'
  return budget >= budgets.high ? 'high' : budget >= budgets.medium ? 'medium' : 'low'
}

function fitBudget(parameters: ModelParameters, model: Model, notify: Notify): ModelParameters {
  const { thinkingLevel: level, thinkingBudget: given, ...rest } = parameters
  const { least, most, canBeOff } = rangeOf(model)
  if (level === 'none' || given === 0) {
    if (given !== undefined && given > 0) {
      notify('THINKING_BUDGET_CHANGED', `The thinking level is none, so the budget of ${given} tokens is not used.`)
    }
    if (canBeOff) return { ...rest, thinkingLevel: 'none' }
    notify(
      'THINKING_LEVEL_CHANGED',
      `The model ${model.id} cannot answer without thinking, so it gets ${least} tokens to think.`,
    )
  }
  const asked = given ?? budgets[level ?? 'low']
  const budget = withRoom(Math.max(least, Math.min(asked, most)), given !== undefined, least, rest, model)
  if (budget === undefined) {
    notify('THINKING_UNSUPPORTED', `The answer is too short to leave the model ${model.id} room to think.`)
    return canBeOff ? { ...rest, thinkingLevel: 'none' } : rest
  }
  if (given !== undefined && given > 0 && budget !== given) {
    notify('THINKING_BUDGET_CHANGED', `The model ${model.id} gets ${budget} tokens to think instead of ${given}.`)
  }
  return { ...rest, ...(level !== undefined && level !== 'none' && { thinkingLevel: level }), thinkingBudget: budget }
}

/**
 * Returns a budget that leaves room for the answer, which shares its tokens; `undefined` if there is no room. An
 * explicit budget may take all but one of them. Otherwise a quarter stays for the answer itself.
 */
function withRoom(
  budget: number,
  isGiven: boolean,
  least: number,
  { maxOutputTokens }: Pick<ModelParameters, 'maxOutputTokens'>,
  { maxOutput }: Model,
): number | undefined {
  // Without an answer length, the encoder adds its own default to the budget.
  const usual = maxOutputTokens === undefined ? maxOutput - defaultAnswer : Math.floor(0.75 * maxOutputTokens)
  const limit = maxOutputTokens !== undefined && isGiven ? maxOutputTokens - 1 : Math.max(least, usual)
  const fitting = budget > limit ? Math.max(least, usual) : budget
  return fitting < (maxOutputTokens ?? maxOutput) ? fitting : undefined
}
