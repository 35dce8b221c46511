import type { Notice } from '@lamella/core'
import type { Model } from '@lamella/models'
import type { ModelParameters } from '../contract/parameters.ts'
import { fitSampling } from './fit-sampling.ts'
import { fitStops } from './fit-stops.ts'
import { fitThinking } from './fit-thinking.ts'
import { createNotices, type Tell } from './notice.ts'

/** The fewest tokens of an answer that OpenAI's Responses take. Source: OR-PARAM of `@lamella/wire`. */
const leastOutput = 16

/** What a model takes of the parameters that were asked for. */
export interface LimitedParameters {
  readonly parameters: ModelParameters
  /** A row for each thing that is not as it was asked for; the codes are those of `ParameterNoticeCode`. */
  readonly notices: readonly Notice[]
}

/**
 * Fits parameters to what a model takes: no longer an answer than it can give, thinking in the terms that it knows and with
 * room for the answer, no temperature where it would be refused. Each change is told; nothing passed in is changed. Of a model
 * that is not known everything stays.
 *
 * @example
 * applyLimits({ model: 'gpt-4o', maxOutputTokens: 32_000 }, getModel('gpt-4o')).parameters.maxOutputTokens // 16384
 */
export function applyLimits(parameters: ModelParameters, model: Model | undefined): LimitedParameters {
  const { notices, tell } = createNotices()
  if (model === undefined) {
    tellUnsent(parameters, tell)
    return { parameters, notices }
  }
  const sized = fitLength(parameters, model, tell)
  const thinking = fitThinking(sized, model, tell)
  const limited = fitStops(fitSampling(thinking, model, tell), model, tell)
  return { parameters: Object.freeze(limited), notices }
}

function fitLength(parameters: ModelParameters, model: Model, tell: Tell): ModelParameters {
  const { maxOutputTokens } = parameters
  if (maxOutputTokens === undefined) return parameters
  if (maxOutputTokens > model.maxOutput) {
    const message = `The model ${model.id} answers with ${model.maxOutput} tokens at most, and not with ${maxOutputTokens}.`
    tell('MAX_TOKENS_LOWERED', message)
    return { ...parameters, maxOutputTokens: model.maxOutput }
  }
  if (maxOutputTokens >= leastOutput || model.formats[0] !== 'openai-responses') return parameters
  tell('MAX_TOKENS_RAISED', `The model ${model.id} takes no limit below ${leastOutput} tokens, so it is that.`)
  return { ...parameters, maxOutputTokens: leastOutput }
}

function tellUnsent(parameters: ModelParameters, tell: Tell): void {
  const unsent = (['topK', 'thinkingLevel', 'thinkingBudget'] as const).filter((key) => parameters[key] !== undefined)
  if (unsent.length === 0) return
  const message = `The model ${JSON.stringify(parameters.model.slice(0, 80))} is not known, so ${unsent.join(', ')} cannot be sent.`
  tell('PARAMETERS_UNSENT', message, 'Describe the model with createModels() and pass the result as models.')
}
