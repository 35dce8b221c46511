import { isLamellaError } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import { findModel, getModel, type Model } from '@lamella/models'
import type { ContextAssemblerConfig } from '../contract/config.ts'
import { type Asked, askNow, dependencyInvalid } from '../dependency-errors.ts'

/**
 * Finds a model by name; returns `undefined` if it is unknown.
 *
 * @throws LamellaError `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID`
 */
export function findModelIn({ models }: ContextAssemblerConfig, modelId: string): Model | undefined {
  if (models === undefined) return findModel(modelId)
  const asked: Asked = { dependency: 'models', method: 'findModel' }
  const model: unknown = askNow(asked, () => models.findModel(modelId))
  return model === undefined ? undefined : checked(asked, model)
}

/** Finds a model that must be known. @throws LamellaError `MODEL_UNKNOWN`, and as `findModelIn` */
export function getModelIn({ models }: ContextAssemblerConfig, modelId: string): Model {
  if (models === undefined) return getModel(modelId)
  const asked: Asked = { dependency: 'models', method: 'getModel' }
  try {
    return checked(asked, models.getModel(modelId))
  } catch (error) {
    // Such a table lists the known models in its own error.
    if (isLamellaError(error)) throw error
    return askNow(asked, () => {
      throw error
    })
  }
}

/** Checks the fields of a model that are used here; a table of `createModels` has checked all of them. */
function checked(asked: Asked, model: unknown): Model {
  const { id, contextWindow, maxOutput, formats } = isObject(model) ? model : {}
  const isSize = (size: unknown): boolean => Number.isSafeInteger(size) && (size as number) > 0
  if (typeof id === 'string' && isSize(contextWindow) && isSize(maxOutput) && Array.isArray(formats)) {
    return model as unknown as Model
  }
  throw dependencyInvalid(
    asked,
    'returned a value that is not a model',
    'Describe models with createModels() of @lamella/models.',
  )
}
