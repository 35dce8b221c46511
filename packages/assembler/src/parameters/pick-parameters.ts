import type { ParameterLayer } from '../contract/parameters.ts'
import { parameterNames } from './check-layer.ts'

/**
 * Returns only the parameters among the options of a call. `undefined` values are left out; nothing is checked.
 *
 * @example
 * pickParameters({ model: 'gpt-4o', temperature: undefined, skipSkills: true }) // { model: 'gpt-4o' }
 */
export function pickParameters(options: ParameterLayer): ParameterLayer {
  const said = parameterNames.filter((name) => options[name] !== undefined)
  return Object.fromEntries(said.map((name) => [name, options[name]]))
}
