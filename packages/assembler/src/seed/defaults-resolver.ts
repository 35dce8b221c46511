import { checkOptions, mustBeObject } from '@lamella/core/plugin'
import { resolveParameters } from '../parameters/resolve-parameters.ts'
import type { ContextAssemblerConfig } from './contract.ts'
import {
  configNames,
  fromSeed,
  parameterNames,
  type SeedModelParameters,
  type SeedParameters,
  toSeed,
} from './names.ts'

/** Parts of the system layer. */
export type DefaultsConfig = Pick<ContextAssemblerConfig, 'defaultModel' | 'defaultTemperature' | 'defaultMaxTokens'>

/**
 * Decides the parameters of a request from four layers: the request overrides the session, the session overrides the
 * agent, the agent overrides the configuration.
 *
 * @example
 * const resolver = new DefaultsResolver({ defaultModel: 'claude-3-7-sonnet', defaultTemperature: 0.7 })
 * resolver.resolve({ temperature: 0.8 }, { maxTokens: 4096 }, { modelId: 'gpt-4o' })
 * // { modelId: 'gpt-4o', temperature: 0.8, maxTokens: 4096 }
 */
export class DefaultsResolver {
  readonly #config: DefaultsConfig

  constructor(config: DefaultsConfig = {}) {
    checkOptions('DefaultsResolver', { config }, { config: mustBeObject })
    const { defaultModel, defaultTemperature, defaultMaxTokens } = config
    this.#config = { defaultModel, defaultTemperature, defaultMaxTokens } as DefaultsConfig
  }

  /**
   * The merged parameters: frozen, and a new object each time.
   *
   * @throws LamellaError `MODEL_REQUIRED` if no layer names a model, `PARAMETER_INVALID` for a value out of range,
   * `OPTION_INVALID` for an unknown key
   */
  resolve(agent: SeedParameters = {}, session: SeedParameters = {}, request: SeedParameters = {}): SeedModelParameters {
    const parameters = resolveParameters({
      system: fromSeed(configNames, this.#config),
      agent: fromSeed(parameterNames, agent),
      session: fromSeed(parameterNames, session),
      request: fromSeed(parameterNames, request),
    })
    return Object.freeze(toSeed<SeedModelParameters>(parameterNames, parameters))
  }
}
