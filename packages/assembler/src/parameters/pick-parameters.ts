import type { ParameterLayer } from '../contract/parameters.ts'
import { parameterNames } from './check-layer.ts'

/**
 * The parameters among the options of a call, and nothing else of them. What is `undefined` is left out; nothing is checked.
 *
 * @example
 * pickParameters({ model: 'gpt-4o', temperature: undefined, skipSkills: true }) // { model: 'gpt-4o' }
 */
export function pickParameters(options: ParameterLayer): ParameterLayer {
  const said = parameterNames.filter((name) => options[name] !== undefined)
  return Object.fromEntries(said.map((name) => [name, options[name]]))
}
