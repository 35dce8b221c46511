import type { Notice } from '@lamella/core'
import type { Model } from '@lamella/models'
import type { ModelParameters } from '../contract/parameters.ts'
import { fitSampling } from './fit-sampling.ts'
import { fitStops } from './fit-stops.ts'
import { fitThinking } from './fit-thinking.ts'
import { createNotices, type Notify } from './notice.ts'

/** The minimum number of output tokens that OpenAI's Responses API accepts. Source: OR-PARAM of `@lamella/wire`. */
const leastOutput = 16

/** The requested parameters that a model accepts. */
export interface LimitedParameters {
  readonly parameters: ModelParameters
  /** One row for each change; the codes are those of `ParameterNoticeCode`. */
  readonly notices: readonly Notice[]
}

/**
 * Fits parameters to what a model supports: an answer within its limit, thinking in terms it supports and with room for
 * the answer, no temperature where it would be rejected. Each change is reported; the input is not changed. For an
 * unknown model everything stays unchanged.
 *
 * @example
 * applyLimits({ model: 'gpt-4o', maxOutputTokens: 32_000 }, getModel('gpt-4o')).parameters.maxOutputTokens // 16384
 */
export function applyLimits(parameters: ModelParameters, model: Model | undefined): LimitedParameters {
  const { notices, notify } = createNotices()
  if (model === undefined) {
    notifyUnsent(parameters, notify)
    return { parameters, notices }
  }
  const sized = fitLength(parameters, model, notify)
  const thinking = fitThinking(sized, model, notify)
  const limited = fitStops(fitSampling(thinking, model, notify), model, notify)
  return { parameters: Object.freeze(limited), notices }
}

function fitLength(parameters: ModelParameters, model: Model, notify: Notify): ModelParameters {
  const { maxOutputTokens } = parameters
  if (maxOutputTokens === undefined) return parameters
  if (maxOutputTokens > model.maxOutput) {
    const message = `The model ${model.id} answers with ${model.maxOutput} tokens at most, not with ${maxOutputTokens}.`
    notify('MAX_TOKENS_LOWERED', message)
    return { ...parameters, maxOutputTokens: model.maxOutput }
  }
  if (maxOutputTokens >= leastOutput || model.formats[0] !== 'openai-responses') return parameters
  notify(
    'MAX_TOKENS_RAISED',
    `The model ${model.id} accepts no limit below ${leastOutput} tokens, so that limit is used.`,
  )
  return { ...parameters, maxOutputTokens: leastOutput }
}

function notifyUnsent(parameters: ModelParameters, notify: Notify): void {
  const unsent = (['topK', 'thinkingLevel', 'thinkingBudget'] as const).filter((key) => parameters[key] !== undefined)
  if (unsent.length === 0) return
  const message = `The model ${JSON.stringify(parameters.model.slice(0, 80))} is unknown, so ${unsent.join(', ')} cannot be sent.`
  notify('PARAMETERS_UNSENT', message, 'Describe the model with createModels() and pass the result as `models`.')
}
