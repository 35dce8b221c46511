import type { ModelParameters, ParameterLayer } from '../contract/parameters.ts'
import { assemblerError } from '../errors.ts'
import { checkLayer, type LayerName, parameterNames } from './check-layer.ts'

/** From the weakest to the strongest. */
const layerNames: readonly LayerName[] = ['system', 'agent', 'session', 'request']

/**
 * Resolves the parameters of a request from four layers: the request overrides the session, the session the agent, the
 * agent the configuration (`system`). `undefined` counts as not set. Thinking level and budget are one choice: the
 * strongest layer that sets either decides both. The result is frozen, and new each time.
 *
 * @throws LamellaError `MODEL_REQUIRED` when no layer names a model, `PARAMETER_INVALID` for a value out of range,
 * `OPTION_INVALID` for a key that is not a parameter
 * @example
 * resolveParameters({ system: { model: 'gpt-4o', temperature: 0.7 }, session: { maxOutputTokens: 4096 } })
 * // { model: 'gpt-4o', temperature: 0.7, maxOutputTokens: 4096 }
 */
export function resolveParameters(
  layers: Readonly<Partial<Record<LayerName, ParameterLayer | undefined>>>,
): ModelParameters {
  const merged = new Map<string, unknown>()
  for (const name of layerNames) {
    const { [name]: layer = {} } = layers
    checkLayer(name, layer)
    if (layer.thinkingLevel !== undefined || layer.thinkingBudget !== undefined) {
      merged.delete('thinkingLevel')
      merged.delete('thinkingBudget')
    }
    for (const key of parameterNames) if (layer[key] !== undefined) merged.set(key, frozen(layer[key]))
  }
  if (!merged.has('model')) throw modelRequired()
  const said = parameterNames.filter((key) => merged.has(key))
  return Object.freeze(Object.fromEntries(said.map((key) => [key, merged.get(key)]))) as unknown as ModelParameters
}

/** Lists belong to the caller and may change later. */
function frozen(value: unknown): unknown {
  return Array.isArray(value) ? Object.freeze([...value]) : value
}

function modelRequired(): Error {
  return assemblerError(
    'MODEL_REQUIRED',
    'Model ID is required, but no parameter layer has one.',
    'Set `model` in the configuration, or pass `model` to the call.',
    {},
  )
}
