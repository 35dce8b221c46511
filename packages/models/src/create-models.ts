import { LamellaError } from '@lamella/core'
import { checkOptions, mustBeBoolean, mustBeOneOf, mustBeText, mustBeWhole } from '@lamella/core/plugin'
import type { Feature, Model, ModelFilter, ModelLimits, Models } from './contract/model.ts'
import { defineModel, features, type ModelDefinition, mustBeSome, statuses } from './define-model.ts'
import { modelError, shown } from './errors.ts'
import { keyOf, longestName, spellings } from './names.ts'

import { parseTable } from './parse-table.ts'
import { table } from './table.ts'
import { unknownModel } from './unknown-model.ts'

/** Options for `createModels`. */
export interface CreateModelsOptions {
  /** Whether to include the built-in models. Default: `true`. */
  readonly builtIn?: boolean
}

const filterChecks = {
  provider: mustBeText,
  family: mustBeText,
  status: mustBeOneOf(statuses),
  features: mustBeSome(features),
  contextWindow: mustBeWhole(0),
}

/**
 * Creates a set of your own models followed by the built-in ones. Your models take precedence over built-in ones with
 * the same name. The set is immutable and independent of other sets.
 *
 * @throws LamellaError `OPTION_INVALID` if a definition is wrong, `MODEL_DUPLICATE` if two definitions share a name.
 * @example
 * const models = createModels([{ id: 'house-model', contextWindow: 65_536, maxOutput: 8_192 }])
 * models.getModelLimits('house-model').contextWindow // 65536
 * models.getModelLimits('gpt-4o').contextWindow // 128000
 */
export function createModels(own: readonly ModelDefinition[], options: CreateModelsOptions = {}): Models {
  if (!Array.isArray(own)) throw notAList()
  const { builtIn = true } = checkOptions('createModels', options, { builtIn: mustBeBoolean })
  const ours = own.map(defineModel)
  const index = indexOf(ours)
  const taken = new Set(index.keys())
  const others = builtIn ? builtInModels().filter(({ id }) => !taken.has(keyOf(id))) : []
  for (const model of others) {
    for (const name of [model.id, ...model.aliases]) if (!taken.has(keyOf(name))) index.set(keyOf(name), model)
  }
  return modelsOf(Object.freeze([...ours, ...others]), index)
}

let parsed: readonly Model[] | undefined

function builtInModels(): readonly Model[] {
  // The table stays text until it is first needed; the parsed models are shared.
  parsed ??= parseTable(table)
  return parsed
}

function indexOf(models: readonly Model[]): Map<string, Model> {
  const index = new Map<string, Model>()
  for (const model of models) {
    for (const name of [model.id, ...model.aliases]) {
      const other = index.get(keyOf(name))
      if (other !== undefined && other !== model) throw duplicate(name, other, model)
      index.set(keyOf(name), model)
    }
  }
  return index
}

function modelsOf(all: readonly Model[], index: ReadonlyMap<string, Model>): Models {
  const findModel = (name: string): Model | undefined => {
    if (typeof name !== 'string' || name.length > longestName) return undefined
    for (const spelling of spellings(name)) {
      const model = index.get(spelling.name)
      if (model !== undefined && (spelling.provider ?? model.provider) === model.provider) return model
    }
    return undefined
  }
  const getModel = (name: string): Model => {
    const model = findModel(name)
    if (model) return model
    throw unknownModel(name, [...index.keys()])
  }
  return Object.freeze({
    findModel,
    getModel,
    getModelLimits: (name: string): ModelLimits => {
      const { contextWindow, maxOutput, maxInput = contextWindow, features: has } = getModel(name)
      return {
        contextWindow,
        maxOutput,
        maxInput,
        supportsTools: has.includes('tools'),
        supportsVision: has.includes('vision'),
        supportsThinking: has.includes('thinking'),
        supportsCaching: has.includes('caching'),
      }
    },
    supportsFeature: (name: string, feature: Feature): boolean => {
      checkOptions('supportsFeature', { feature }, { feature: mustBeOneOf(features) }, ['feature'])
      return getModel(name).features.includes(feature)
    },
    listModels: (filter: ModelFilter = {}): readonly Model[] => {
      const {
        provider,
        family,
        status,
        features: wanted = [],
        contextWindow = 0,
      } = checkOptions('listModels', filter, filterChecks)
      return all.filter(
        (model) =>
          (provider === undefined || model.provider === provider) &&
          (family === undefined || model.family === family) &&
          (status === undefined || model.status === status) &&
          wanted.every((feature) => model.features.includes(feature)) &&
          model.contextWindow >= contextWindow,
      )
    },
  })
}

function duplicate(name: string, one: Model, other: Model): LamellaError {
  return modelError(
    'MODEL_DUPLICATE',
    `Two models share the name ${shown(name)}: ${shown(one.id)} and ${shown(other.id)}.`,
    'Give each model its own names.',
    { name, models: [one.id, other.id] },
  )
}

function notAList(): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: "createModels: 'models' must be a list of models.",
    fix: 'Correct the options given to createModels().',
    details: { what: 'createModels', option: 'models' },
  })
}
