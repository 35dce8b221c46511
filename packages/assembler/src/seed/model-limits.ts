import { getModelLimits, listModels, type ModelLimits } from '@lamella/models'

/** Reads the table of models on first access, so that importing this entry does no work. */
const readTable: ProxyHandler<Readonly<Record<string, ModelLimits>>> = {
  get: (_, name) => (isModel(name) ? getModelLimits(name) : undefined),
  has: (_, name) => isModel(name),
  ownKeys: () => listModels().map(({ id }) => id),
  getOwnPropertyDescriptor: (_, name) =>
    isModel(name) ? { value: getModelLimits(name), enumerable: true, configurable: true, writable: false } : undefined,
  set: () => false,
  defineProperty: () => false,
  deleteProperty: () => false,
  preventExtensions: () => false,
}

function isModel(name: string | symbol): name is string {
  return typeof name === 'string' && listModels().some(({ id }) => id === name)
}

/**
 * The limits of all built-in models by id, read-only: pass your own models to `createModels`. To look up a model by
 * another name, use `getModelLimits`.
 *
 * @example
 * MODEL_LIMITS['gpt-4o']?.contextWindow // 128000
 */
export const MODEL_LIMITS: Readonly<Partial<Record<string, ModelLimits>>> = new Proxy({}, readTable)
