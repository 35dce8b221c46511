import type { Model } from '@lamella/models'
import type { ModelParameters } from '../contract/parameters.ts'
import { dialectOf } from './dialect.ts'
import type { Tell } from './notice.ts'

type Sampling = Pick<ModelParameters, 'temperature' | 'topP' | 'topK'>

/** The largest `topK` of Gemini. Source: Vertex AI's own error ("the supported range is from 1 (inclusive) to 65 (exclusive)"). */
const maxTopK = 64

/**
 * The parameters without what the model refuses of temperature, top P and top K, alone or beside thinking, which must be
 * settled before. Each change is told.
 */
export function fitSampling(parameters: ModelParameters, model: Model, tell: Tell): ModelParameters {
  const { temperature, topP, topK, ...rest } = parameters
  const asked: Sampling = {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(topK !== undefined && { topK }),
  }
  return { ...rest, ...fits[dialectOf(model) ?? 'other'](asked, rest, model, tell) }
}

type Fit = (asked: Sampling, rest: ModelParameters, model: Model, tell: Tell) => Sampling

const fits: Readonly<Record<'anthropic' | 'google' | 'openai' | 'other', Fit>> = {
  anthropic: fitAnthropic,
  openai: fitOpenAI,
  google: ({ topK, ...asked }, _, { id }, tell) => {
    if (topK === undefined || topK <= maxTopK) return { ...asked, ...(topK !== undefined && { topK }) }
    tell(
      'SAMPLING_UNSUPPORTED',
      `The model ${id} takes a topK of ${maxTopK} at most, so it is that instead of ${topK}.`,
    )
    return { ...asked, topK: maxTopK }
  },
  other: (asked, _, { id }, tell) => withoutTopK(asked, `It is not known how to tell the model ${id} a topK`, tell),
}

function withoutTopK({ topK, ...asked }: Sampling, why: string, tell: Tell): Sampling {
  if (topK !== undefined) tell('SAMPLING_UNSUPPORTED', `${why}, so it is left out.`)
  return asked
}

/**
 * Sources: OpenAI, "Using GPT-5.2", "Parameter compatibility" (temperature and top_p only at an effort of none, which older
 * reasoning models do not have); recorded errors ("Only the default (1) value is supported").
 */
function fitOpenAI(asked: Sampling, rest: ModelParameters, model: Model, tell: Tell): Sampling {
  const { temperature, topP } = withoutTopK(asked, 'OpenAI has no topK', tell)
  const isFixed = isReasoning(model) && rest.thinkingLevel !== 'none'
  const takes = (name: string, value: number | undefined): boolean => {
    // 1 is what it is without a word, and is taken.
    if (value === undefined || !isFixed || value === 1) return value !== undefined
    tell('SAMPLING_UNSUPPORTED', `The model ${model.id} takes no ${name} while it thinks, so it is left out.`)
    return false
  }
  const [hasTemperature, hasTopP] = [takes('temperature', temperature), takes('topP', topP)]
  return {
    ...(hasTemperature && temperature !== undefined && { temperature }),
    ...(hasTopP && topP !== undefined && { topP }),
  }
}

/** OpenAI's own models that think. Those with open weights run elsewhere, and take everything. */
export function isReasoning({ provider, thinking, family }: Model): boolean {
  return provider === 'openai' && thinking !== undefined && family !== 'gpt-oss'
}

/** The least `topP` beside thinking. Source: Anthropic, "Thinking", "Sampling parameters". */
const thinkingTopP = 0.95

/** Sources: AN-SAMPLING and AN-PARAM of `@lamella/wire`. */
function fitAnthropic(asked: Sampling, rest: ModelParameters, { id, provider, thinking }: Model, tell: Tell): Sampling {
  let { temperature, topP, topK } = asked
  const drop = (name: string, why: string): undefined => {
    tell('SAMPLING_UNSUPPORTED', `The model ${id} takes no ${name}${why}, so it is left out.`)
    return undefined
  }
  // All of adaptive thinking but the first generation of them.
  const isFixed = provider === 'anthropic' && thinking === 'adaptive' && !/-4-6$/.test(id)
  const level = rest.thinkingLevel
  const thinks = rest.thinkingBudget !== undefined || (level !== undefined && level !== 'none')
  const why = isFixed ? '' : ' beside thinking'
  if (temperature !== undefined && temperature !== 1 && (isFixed || thinks)) temperature = drop('temperature', why)
  if (temperature !== undefined && temperature > 1) {
    tell(
      'TEMPERATURE_LOWERED',
      `The model ${id} takes a temperature of 1 at most, so it is 1 instead of ${temperature}.`,
    )
    temperature = 1
  }
  if (topP !== undefined && (isFixed || (thinks && topP < thinkingTopP))) topP = drop('topP', why)
  if (topP !== undefined && temperature !== undefined) topP = drop('topP', ' beside a temperature')
  if (topK !== undefined && (isFixed || thinks)) topK = drop('topK', why)
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(topK !== undefined && { topK }),
  }
}
