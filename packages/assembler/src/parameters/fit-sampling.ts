import type { Model } from '@lamella/models'
import type { ModelParameters } from '../contract/parameters.ts'
import { dialectOf } from './dialect.ts'
import type { Notify } from './notice.ts'

type Sampling = Pick<ModelParameters, 'temperature' | 'topP' | 'topK'>

/** The largest `topK` of Gemini. Source: Vertex AI's own error ("the supported range is from 1 (inclusive) to 65 (exclusive)"). */
const maxTopK = 64

/**
 * Removes the temperature, top P and top K that the model rejects, alone or with thinking, which must be settled
 * before. Each change is reported.
 */
export function fitSampling(parameters: ModelParameters, model: Model, notify: Notify): ModelParameters {
  const { temperature, topP, topK, ...rest } = parameters
  const asked: Sampling = {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(topK !== undefined && { topK }),
  }
  return { ...rest, ...fits[dialectOf(model) ?? 'other'](asked, rest, model, notify) }
}

type Fit = (asked: Sampling, rest: ModelParameters, model: Model, notify: Notify) => Sampling

const fits: Readonly<Record<'anthropic' | 'google' | 'openai' | 'other', Fit>> = {
  anthropic: fitAnthropic,
  openai: fitOpenAI,
  google: ({ topK, ...asked }, _, { id }, notify) => {
    if (topK === undefined || topK <= maxTopK) return { ...asked, ...(topK !== undefined && { topK }) }
    notify(
      'SAMPLING_UNSUPPORTED',
      `The model ${id} accepts a topK of ${maxTopK} at most, so that is used instead of ${topK}.`,
    )
    return { ...asked, topK: maxTopK }
  },
  other: (asked, _, { id }, notify) => withoutTopK(asked, `How to send a topK to the model ${id} is unknown`, notify),
}

function withoutTopK({ topK, ...asked }: Sampling, why: string, notify: Notify): Sampling {
  if (topK !== undefined) notify('SAMPLING_UNSUPPORTED', `${why}, so it is left out.`)
  return asked
}

/**
 * Sources: OpenAI, "Using GPT-5.2", "Parameter compatibility" (temperature and top_p only at an effort of none, which older
 * reasoning models do not have); recorded errors ("Only the default (1) value is supported").
 */
function fitOpenAI(asked: Sampling, rest: ModelParameters, model: Model, notify: Notify): Sampling {
  const { temperature, topP } = withoutTopK(asked, 'OpenAI has no topK', notify)
  const isFixed = isReasoning(model) && rest.thinkingLevel !== 'none'
  const takes = (name: string, value: number | undefined): boolean => {
    // 1 is the default and is accepted.
    if (value === undefined || !isFixed || value === 1) return value !== undefined
    notify('SAMPLING_UNSUPPORTED', `The model ${model.id} accepts no ${name} while it thinks, so it is left out.`)
    return false
  }
  const [hasTemperature, hasTopP] = [takes('temperature', temperature), takes('topP', topP)]
  return {
    ...(hasTemperature && temperature !== undefined && { temperature }),
    ...(hasTopP && topP !== undefined && { topP }),
  }
}

/**
 * Returns whether this is one of OpenAI's own thinking models. Open-weight models run elsewhere and accept everything.
 */
export function isReasoning({ provider, thinking, family }: Model): boolean {
  return provider === 'openai' && thinking !== undefined && family !== 'gpt-oss'
}

/** The lowest `topP` with thinking. Source: Anthropic, "Thinking", "Sampling parameters". */
const thinkingTopP = 0.95

/** Sources: AN-SAMPLING and AN-PARAM of `@lamella/wire`. */
function fitAnthropic(
  asked: Sampling,
  rest: ModelParameters,
  { id, provider, thinking }: Model,
  notify: Notify,
): Sampling {
  let { temperature, topP, topK } = asked
  const drop = (name: string, why: string): undefined => {
    notify('SAMPLING_UNSUPPORTED', `The model ${id} accepts no ${name}${why}, so it is left out.`)
    return undefined
  }
  // All models with adaptive thinking except the first generation.
  const isFixed = provider === 'anthropic' && thinking === 'adaptive' && !/-4-6$/.test(id)
  const level = rest.thinkingLevel
  const thinks = rest.thinkingBudget !== undefined || (level !== undefined && level !== 'none')
  const why = isFixed ? '' : ' while it thinks'
  if (temperature !== undefined && temperature !== 1 && (isFixed || thinks)) temperature = drop('temperature', why)
  if (temperature !== undefined && temperature > 1) {
    notify(
      'TEMPERATURE_LOWERED',
      `The model ${id} accepts a temperature of 1 at most, so 1 is used instead of ${temperature}.`,
    )
    temperature = 1
  }
  if (topP !== undefined && (isFixed || (thinks && topP < thinkingTopP))) topP = drop('topP', why)
  if (topP !== undefined && temperature !== undefined) topP = drop('topP', ' together with a temperature')
  if (topK !== undefined && (isFixed || thinks)) topK = drop('topK', why)
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(topK !== undefined && { topK }),
  }
}
