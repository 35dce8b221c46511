import type { ContextAssemblerConfig } from '../contract/config.ts'
import type { ModelParameters, ParameterLayer } from '../contract/parameters.ts'
import { assemblerError } from '../errors.ts'
import { checkLayer, type LayerName, parameterNames } from './check-layer.ts'

/** What the system layer is made of. */
export type DefaultsConfig = Pick<ContextAssemblerConfig, 'defaultModel' | 'defaultTemperature' | 'defaultMaxTokens'>

/**
 * Decides the parameters of a request from four layers: what the request says goes before the session, the session before
 * the agent, the agent before the configuration. `undefined` says nothing. A level and a budget of thinking are one
 * choice: the strongest layer that has either decides both.
 *
 * @example
 * const resolver = new DefaultsResolver({ defaultModel: 'claude-3-7-sonnet', defaultTemperature: 0.7 })
 * resolver.resolve({ temperature: 0.8 }, { maxTokens: 4096 }, { modelId: 'gpt-4o' })
 * // { modelId: 'gpt-4o', temperature: 0.8, maxTokens: 4096 }
 */
export class DefaultsResolver {
  readonly #system: ParameterLayer

  constructor(config: DefaultsConfig = {}) {
    const { defaultModel, defaultTemperature, defaultMaxTokens } = config
    this.#system = {
      ...(defaultModel !== undefined && { modelId: defaultModel }),
      ...(defaultTemperature !== undefined && { temperature: defaultTemperature }),
      ...(defaultMaxTokens !== undefined && { maxTokens: defaultMaxTokens }),
    }
  }

  /**
   * What the layers come to: frozen, and new each time.
   *
   * @throws LamellaError `MODEL_REQUIRED` when no layer names a model, `PARAMETER_INVALID` for one that is out of its range,
   * `OPTION_INVALID` for a key that is no parameter
   */
  resolve(agent: ParameterLayer = {}, session: ParameterLayer = {}, request: ParameterLayer = {}): ModelParameters {
    const layers: readonly (readonly [LayerName, ParameterLayer])[] = [
      ['system', this.#system],
      ['agent', agent],
      ['session', session],
      ['request', request],
    ]
    const merged = new Map<string, unknown>()
    for (const [name, layer] of layers) {
      checkLayer(name, layer)
      if (layer.thinkingLevel !== undefined || layer.thinkingBudget !== undefined) {
        merged.delete('thinkingLevel')
        merged.delete('thinkingBudget')
      }
      for (const key of parameterNames) if (layer[key] !== undefined) merged.set(key, frozen(layer[key]))
    }
    if (!merged.has('modelId')) throw modelRequired()
    const said = parameterNames.filter((key) => merged.has(key))
    return Object.freeze(Object.fromEntries(said.map((key) => [key, merged.get(key)]))) as unknown as ModelParameters
  }
}

/** Lists are the caller's and may change later. */
function frozen(value: unknown): unknown {
  return Array.isArray(value) ? Object.freeze([...value]) : value
}

function modelRequired(): Error {
  return assemblerError(
    'MODEL_REQUIRED',
    'Model ID is required, and no layer of parameters has one.',
    'Set defaultModel in the configuration, or give modelId to the call.',
    {},
  )
}
