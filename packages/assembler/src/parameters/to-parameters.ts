import type { JsonValue, Parameters, ProviderOptions } from '@lamella/core'
import type { Model } from '@lamella/models'
import type { ModelParameters } from '../contract/parameters.ts'
import { type Dialect, dialectOf } from './dialect.ts'

type Fields = Record<string, JsonValue | undefined>

/**
 * Converts parameters for the core and the encoders of `@lamella/wire`. Thinking and top K, which providers name
 * differently, become options of the model's own provider, under the AI SDK's names if it has them. Fit them to the
 * model first: see `applyLimits`.
 *
 * @example
 * toParameters({ model: 'gpt-5', maxOutputTokens: 4_096, thinkingLevel: 'low' }, getModel('gpt-5'))
 * // { model: 'gpt-5', maxOutputTokens: 4096, providerOptions: { openai: { reasoningEffort: 'low' } } }
 */
export function toParameters(
  parameters: ModelParameters,
  model: Model | undefined,
): Parameters & { readonly model: string } {
  const { model: name, temperature, topP, maxOutputTokens, stopSequences } = parameters
  const providerOptions = model === undefined ? undefined : optionsFor(parameters, model)
  return {
    model: name,
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(stopSequences !== undefined && { stopSequences }),
    ...(providerOptions !== undefined && { providerOptions }),
  }
}

function optionsFor(parameters: ModelParameters, model: Model): ProviderOptions | undefined {
  const dialect = dialectOf(model)
  if (dialect === undefined) return undefined
  const fields = words[dialect](parameters, model)
  return Object.keys(fields).length === 0 ? undefined : { [dialect]: fields }
}

const words: Readonly<Record<Dialect, (parameters: ModelParameters, model: Model) => Fields>> = {
  openai: ({ thinkingLevel }) => (thinkingLevel === undefined ? {} : { reasoningEffort: thinkingLevel }),
  anthropic: (parameters, model) => ({
    ...anthropicThinking(parameters, model),
    ...(parameters.topK !== undefined && { extra: { top_k: parameters.topK } }),
  }),
  google: ({ thinkingLevel, thinkingBudget, topK }, { thinking }) => {
    const budget = thinkingBudget ?? (thinkingLevel === 'none' ? 0 : undefined)
    const level = thinkingLevel === undefined ? {} : { thinkingConfig: { thinkingLevel } }
    const tokens = budget === undefined ? {} : { thinkingConfig: { thinkingBudget: budget } }
    return { ...(thinking === 'budget' ? tokens : level), ...(topK !== undefined && { generationConfig: { topK } }) }
  },
}

function anthropicThinking({ thinkingLevel, thinkingBudget }: ModelParameters, { thinking }: Model): Fields {
  if (thinkingLevel === 'none') return { thinking: { type: 'disabled' } }
  if (thinking === 'budget') {
    return thinkingBudget === undefined ? {} : { thinking: { type: 'enabled', budgetTokens: thinkingBudget } }
  }
  if (thinkingLevel === undefined) return {}
  return thinking === 'adaptive' ? { thinking: { type: 'adaptive' }, effort: thinkingLevel } : { effort: thinkingLevel }
}
