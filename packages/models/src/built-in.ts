import type { Feature, Model, ModelFilter, ModelLimits, Models } from './contract/model.ts'
import { createModels } from './create-models.ts'

let models: Models | undefined

function builtIn(): Models {
  // Made when first needed, so that importing this package does nothing.
  models ??= createModels([])
  return models
}

/**
 * The built-in model that goes by a name: its vendor's, with a date or without, with a provider before it
 * (`openai/gpt-4o`), as Bedrock or Vertex has it, or a fine-tuned one's. Case decides nothing.
 *
 * @throws LamellaError `MODEL_UNKNOWN` that names near ones. What is not in the table is never guessed.
 * @example
 * getModel('us.anthropic.claude-haiku-4-5-20251001-v1:0').id // 'claude-haiku-4-5'
 */
export function getModel(name: string): Model {
  return builtIn().getModel(name)
}

/**
 * The built-in model that goes by a name, or `undefined`.
 *
 * @example
 * const window = findModel(name)?.contextWindow ?? 8_192
 */
export function findModel(name: string): Model | undefined {
  return builtIn().findModel(name)
}

/**
 * The sizes of a built-in model in tokens, and what is asked of it most.
 *
 * @throws LamellaError `MODEL_UNKNOWN` that names near ones.
 * @example
 * const { contextWindow, maxOutput, supportsThinking } = getModelLimits('gpt-4o') // 128000, 16384, false
 */
export function getModelLimits(name: string): ModelLimits {
  return builtIn().getModelLimits(name)
}

/**
 * Whether a built-in model is known to have a feature.
 *
 * @throws LamellaError `MODEL_UNKNOWN` that names near ones; `OPTION_INVALID` for a feature that there is not.
 * @example
 * supportsFeature('gpt-4o', 'vision') // true
 */
export function supportsFeature(name: string, feature: Feature): boolean {
  return builtIn().supportsFeature(name, feature)
}

/**
 * The built-in models that fit a filter, all without one: vendor by vendor.
 *
 * @throws LamellaError `OPTION_INVALID` for a wrong or misspelled filter.
 * @example
 * listModels({ provider: 'anthropic', status: 'active', features: ['thinking'] })
 */
export function listModels(filter?: ModelFilter): readonly Model[] {
  return builtIn().listModels(filter)
}
