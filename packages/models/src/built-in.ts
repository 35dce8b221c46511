import type { Feature, Model, ModelFilter, ModelLimits, Models } from './contract/model.ts'
import { createModels } from './create-models.ts'

let models: Models | undefined

function builtIn(): Models {
  // Created on first use, so that importing this package does no work.
  models ??= createModels([])
  return models
}

/**
 * Returns the built-in model with the given name: the vendor's name, with or without a date, with a provider prefix
 * (`openai/gpt-4o`), as on Bedrock or Vertex, or of a fine-tuned model. Case does not matter.
 *
 * @throws LamellaError `MODEL_UNKNOWN` that suggests similar names. A model that is not in the table is never guessed.
 * @example
 * getModel('us.anthropic.claude-haiku-4-5-20251001-v1:0').id // 'claude-haiku-4-5'
 */
export function getModel(name: string): Model {
  return builtIn().getModel(name)
}

/**
 * Returns the built-in model with the given name, or `undefined`.
 *
 * @example
 * const window = findModel(name)?.contextWindow ?? 8_192
 */
export function findModel(name: string): Model | undefined {
  return builtIn().findModel(name)
}

/**
 * Returns a built-in model's sizes in tokens and its most requested features.
 *
 * @throws LamellaError `MODEL_UNKNOWN` that suggests similar names.
 * @example
 * const { contextWindow, maxOutput, supportsThinking } = getModelLimits('gpt-4o') // 128000, 16384, false
 */
export function getModelLimits(name: string): ModelLimits {
  return builtIn().getModelLimits(name)
}

/**
 * Checks whether a built-in model is known to have a feature.
 *
 * @throws LamellaError `MODEL_UNKNOWN` that suggests similar names; `OPTION_INVALID` for an unknown feature.
 * @example
 * supportsFeature('gpt-4o', 'vision') // true
 */
export function supportsFeature(name: string, feature: Feature): boolean {
  return builtIn().supportsFeature(name, feature)
}

/**
 * Returns the built-in models that match a filter, or all of them without one, grouped by vendor.
 *
 * @throws LamellaError `OPTION_INVALID` for a wrong or misspelled filter.
 * @example
 * listModels({ provider: 'anthropic', status: 'active', features: ['thinking'] })
 */
export function listModels(filter?: ModelFilter): readonly Model[] {
  return builtIn().listModels(filter)
}

/**
 * Checks whether a model is known to bind its thinking to everything before it: the feature `preserved-thinking`. `false`
 * for a model that is not in the table, or has no name.
 */
export function bindsThinking(name: string | undefined): boolean {
  return name !== undefined && findModel(name)?.features.includes('preserved-thinking') === true
}
