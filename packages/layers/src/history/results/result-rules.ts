import { mustBeObject, mustBeOneOf } from '@lamella/core/plugin'
import { checkNested } from '../../shared/check-nested.ts'

/** What happens to the results of a tool at a cut, other than the rest: never shortened, or named before all others. */
export type ResultRule = 'keep' | 'first'

/** How old results give way at a cut of a run. */
export interface ResultOptions {
  /** Rules for the results of some tools, by the tool's name. */
  readonly tools?: Readonly<Record<string, ResultRule>>
}

/** Rules by the name of the tool. A map, since a tool may have any name, such as `constructor`. */
export type ResultRules = ReadonlyMap<string, ResultRule>

/**
 * Checks the option `results` of the history.
 *
 * @throws LamellaError `OPTION_INVALID`
 */
export function checkResults(results: ResultOptions | false): ResultRules | undefined {
  if (results === false) return undefined
  const { tools = {} } = checkNested('history', 'results', results, { tools: mustBeObject })
  const names = Object.keys(tools)
  const mustBeRule = mustBeOneOf(['keep', 'first'])
  checkNested('history', 'results.tools', tools, Object.fromEntries(names.map((name) => [name, mustBeRule])))
  // An `undefined` rule counts as omitted.
  return new Map(Object.entries(tools).filter(([, rule]) => rule !== undefined))
}
