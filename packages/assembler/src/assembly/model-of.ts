import { isLamellaError } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import { findModel, getModel, type Model } from '@lamella/models'
import type { ContextAssemblerConfig } from '../contract/config.ts'
import { type Asked, askNow, dependencyInvalid } from '../dependency-errors.ts'

/** A model by its name; `undefined` for one that is not known. @throws LamellaError `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID` */
export function findModelIn({ models }: ContextAssemblerConfig, modelId: string): Model | undefined {
  if (models === undefined) return findModel(modelId)
  const asked: Asked = { dependency: 'models', method: 'findModel' }
  const model: unknown = askNow(asked, () => models.findModel(modelId))
  return model === undefined ? undefined : checked(asked, model)
}

/** The same for one that must be known. @throws LamellaError `MODEL_UNKNOWN`, and as `findModelIn` */
export function getModelIn({ models }: ContextAssemblerConfig, modelId: string): Model {
  if (models === undefined) return getModel(modelId)
  const asked: Asked = { dependency: 'models', method: 'getModel' }
  try {
    return checked(asked, models.getModel(modelId))
  } catch (error) {
    // Such a table says itself which models there are.
    if (isLamellaError(error)) throw error
    return askNow(asked, () => {
      throw error
    })
  }
}

/** What is used of a model here; a table of `createModels` has looked at all of it. */
function checked(asked: Asked, model: unknown): Model {
  const { id, contextWindow, maxOutput, formats } = isObject(model) ? model : {}
  const isSize = (size: unknown): boolean => Number.isSafeInteger(size) && (size as number) > 0
  if (typeof id === 'string' && isSize(contextWindow) && isSize(maxOutput) && Array.isArray(formats)) {
    return model as unknown as Model
  }
  throw dependencyInvalid(asked, 'what is no model', 'Describe models with createModels() of @lamella/models.')
}
