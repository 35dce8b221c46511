import type { Model } from '@lamella/models'
import type { ModelParameters, ThinkingLevel } from '../contract/parameters.ts'
import { defaultAnswer, rangeOf } from './budget-range.ts'
import { dialectOf } from './dialect.ts'
import type { Tell } from './notice.ts'
import { levelsOf, nearestLevel } from './thinking-levels.ts'

/** Tokens of thought that a level means to a model that is told a number. Source: Gemini API, "OpenAI compatibility". */
const budgets: Readonly<Record<ThinkingLevel, number>> = {
  none: 0,
  minimal: 1_024,
  low: 1_024,
  medium: 8_192,
  high: 24_576,
}

/**
 * The parameters with the thinking that the model can be told: a level for models that decide themselves how long they
 * think, tokens for those that are told a number. Each change of what was asked for is told.
 */
export function fitThinking(parameters: ModelParameters, model: Model, tell: Tell): ModelParameters {
  const { thinkingLevel: level, thinkingBudget: budget, ...rest } = parameters
  if (level === undefined && budget === undefined) return parameters
  const isOff = level === 'none' || (budget === 0 && level === undefined)
  const refusal = refusalOf(model)
  if (refusal !== undefined) {
    // What does not think need not be told so.
    if (!isOff) tell('THINKING_UNSUPPORTED', `${refusal}, so thinking is left out.`)
    return rest
  }
  return model.thinking === 'budget' ? fitBudget(parameters, model, tell) : fitLevel(parameters, model, tell)
}

/** Why a model is told nothing of thinking, as a sentence without its end. */
function refusalOf(model: Model): string | undefined {
  const { id, features, thinking } = model
  if (!features.includes('thinking')) return `The model ${id} does not think`
  const dialect = dialectOf(model)
  const isKnown = dialect !== undefined && !(dialect === 'openai' && thinking === 'budget')
  return thinking !== undefined && isKnown ? undefined : `It is not known how to tell the model ${id} how much to think`
}

function fitLevel(parameters: ModelParameters, model: Model, tell: Tell): ModelParameters {
  const { thinkingLevel, thinkingBudget: budget, ...rest } = parameters
  const asked = thinkingLevel ?? levelOf(budget ?? 0)
  const level = nearestLevel(asked, levelsOf(model))
  if (budget !== undefined && budget > 0) {
    tell(
      'THINKING_BUDGET_UNSUPPORTED',
      `The model ${model.id} is told a level of thinking and no number: it is ${level}.`,
    )
  }
  if (level !== asked) {
    tell('THINKING_LEVEL_CHANGED', `The model ${model.id} knows no thinking level ${asked}, so it is ${level}.`)
  }
  return { ...rest, thinkingLevel: level }
}

/** The highest level that means no more than a number of tokens. */
function levelOf(budget: number): ThinkingLevel {
  if (budget === 0) return 'none'
  return budget >= budgets.high ? 'high' : budget >= budgets.medium ? 'medium' : 'low'
}

function fitBudget(parameters: ModelParameters, model: Model, tell: Tell): ModelParameters {
  const { thinkingLevel: level, thinkingBudget: given, ...rest } = parameters
  const { least, most, canBeOff } = rangeOf(model)
  if (level === 'none' || given === 0) {
    if (given !== undefined && given > 0) {
      tell('THINKING_BUDGET_CHANGED', `The thinking level is none, so the budget of ${given} tokens is not used.`)
    }
    if (canBeOff) return { ...rest, thinkingLevel: 'none' }
    tell('THINKING_LEVEL_CHANGED', `The model ${model.id} cannot answer without thinking: it gets ${least} tokens.`)
  }
  const asked = given ?? budgets[level ?? 'low']
  const budget = withRoom(Math.max(least, Math.min(asked, most)), given !== undefined, least, rest, model)
  if (budget === undefined) {
    tell('THINKING_UNSUPPORTED', `An answer that short leaves the model ${model.id} no room to think.`)
    return canBeOff ? { ...rest, thinkingLevel: 'none' } : rest
  }
  if (given !== undefined && given > 0 && budget !== given) {
    tell('THINKING_BUDGET_CHANGED', `The model ${model.id} gets ${budget} tokens to think instead of ${given}.`)
  }
  return { ...rest, ...(level !== undefined && level !== 'none' && { thinkingLevel: level }), thinkingBudget: budget }
}

/**
 * A budget that leaves room for the answer, whose tokens it is a part of; `undefined` where there is none. A number that was
 * asked for may take all but one of them. Otherwise a quarter stays for the answer itself.
 */
function withRoom(
  budget: number,
  isGiven: boolean,
  least: number,
  { maxOutputTokens }: Pick<ModelParameters, 'maxOutputTokens'>,
  { maxOutput }: Model,
): number | undefined {
  // Where nobody says how long the answer is, the encoder adds its own default to the budget.
  const usual = maxOutputTokens === undefined ? maxOutput - defaultAnswer : Math.floor(0.75 * maxOutputTokens)
  const limit = maxOutputTokens !== undefined && isGiven ? maxOutputTokens - 1 : Math.max(least, usual)
  const fitting = budget > limit ? Math.max(least, usual) : budget
  return fitting < (maxOutputTokens ?? maxOutput) ? fitting : undefined
}
