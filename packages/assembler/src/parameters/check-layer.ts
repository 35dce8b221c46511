import { LamellaError } from '@lamella/core'
import { didYouMean, isObject } from '@lamella/core/plugin'
import type { ParameterLayer, ThinkingLevel } from '../contract/parameters.ts'
import { type AssemblerErrorDetails, assemblerError } from '../errors.ts'

/** The sources of parameters, from the weakest to the strongest. */
export type LayerName = AssemblerErrorDetails['PARAMETER_INVALID']['layer']

/** All levels, ascending. */
export const thinkingLevels: readonly ThinkingLevel[] = ['none', 'minimal', 'low', 'medium', 'high']

interface ParameterRule {
  /** The label that begins a sentence. */
  readonly label: string
  /** The end of "... must be". */
  readonly expected: string
  readonly isValid: (value: unknown) => boolean
}

const isNumber = (value: unknown): value is number => typeof value === 'number'
const wholeFrom = (least: number) => (value: unknown) => Number.isSafeInteger(value) && (value as number) >= least
const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

/** Every parameter. */
const parameterRules: Readonly<Record<keyof ParameterLayer, ParameterRule>> = {
  model: { label: 'Model ID', expected: 'a string that is not blank', isValid: isText },
  temperature: {
    label: 'Temperature',
    expected: 'between 0 and 2',
    isValid: (value) => isNumber(value) && value >= 0 && value <= 2,
  },
  maxOutputTokens: { label: 'Max tokens', expected: 'a whole number, 1 or more', isValid: wholeFrom(1) },
  topP: {
    label: 'Top P',
    expected: 'above 0 and at most 1',
    isValid: (value) => isNumber(value) && value > 0 && value <= 1,
  },
  topK: { label: 'Top K', expected: 'a whole number, 1 or more', isValid: wholeFrom(1) },
  thinkingLevel: {
    label: 'Thinking level',
    expected: `one of ${thinkingLevels.join(', ')}`,
    isValid: (value) => thinkingLevels.includes(value as ThinkingLevel),
  },
  thinkingBudget: { label: 'Thinking budget', expected: 'a whole number, 0 or more', isValid: wholeFrom(0) },
  stopSequences: {
    label: 'Stop sequences',
    expected: 'a list of non-empty strings',
    isValid: (value) => Array.isArray(value) && value.every((text) => typeof text === 'string' && text !== ''),
  },
}

export const parameterNames: readonly (keyof ParameterLayer)[] = Object.freeze(
  Object.keys(parameterRules) as (keyof ParameterLayer)[],
)

/**
 * Checks the parameters of one layer. `undefined` counts as not set.
 *
 * @throws LamellaError `PARAMETER_INVALID` that names the parameter and the layer, `OPTION_INVALID` for a key that is
 * not a parameter
 */
export function checkLayer(layer: LayerName, parameters: ParameterLayer): void {
  if (!isObject(parameters)) throw unknownKey(layer, 'parameters', 'must be an object')
  for (const [key, value] of Object.entries(parameters)) {
    const rule = Object.hasOwn(parameterRules, key) ? parameterRules[key as keyof ParameterLayer] : undefined
    if (rule === undefined) {
      const near = key.length > 60 ? '' : didYouMean(key, parameterNames)
      throw unknownKey(layer, key, `is not a parameter.${near}`)
    }
    if (value === undefined || rule.isValid(value)) continue
    throw assemblerError(
      'PARAMETER_INVALID',
      `${rule.label} must be ${rule.expected}, but is ${shown(value)} in the parameters of the ${layer}.`,
      `Correct '${key}' ${where[layer]}.`,
      { parameter: key, layer },
    )
  }
}

const where: Readonly<Record<LayerName, string>> = {
  system: 'in the configuration of the assembler',
  agent: "in the agent's defaults",
  session: "in the session's defaults",
  request: 'in the options of this request',
}

/** Formats a value for a message: short, and on one line. */
function shown(value: unknown): string {
  if (typeof value === 'number') return `${value}`
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40))
  return value === null ? 'null' : Array.isArray(value) ? 'a different list' : `of type ${typeof value}`
}

function unknownKey(layer: LayerName, option: string, problem: string): LamellaError<'OPTION_INVALID'> {
  const what = `parameters of the ${layer}`
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: `In the ${what}, '${option.slice(0, 60)}' ${problem}`.replace(/[^.?]$/, '$&.'),
    fix: `Remove or correct it ${where[layer]}.`,
    details: { what, option },
  })
}

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
