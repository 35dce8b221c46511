import type { Parameters } from '@lamella/core'
import { wireError } from '../../shared/errors.ts'
import { toWellFormed } from '../../shared/well-formed.ts'
import { maxStops } from '../limits.ts'
import type { OpenAIChatRequest, OpenAIChatTool, OpenAIChatToolChoice } from '../types.ts'
import type { EncodeState } from './state.ts'

type Sampling = Pick<OpenAIChatRequest, 'temperature' | 'top_p' | 'max_completion_tokens' | 'stop' | 'seed'>

/**
 * Sampling parameters, under the names of this format.
 *
 * @throws LamellaError `WIRE_PARAMETER` for a temperature outside of 0 to 2, a `topP` outside of 0 to 1, more than 4 stop
 * sequences, a `maxOutputTokens` or `seed` that is not a whole number. Source: OC-PARAM, schema.
 */
export function encodeParameters(parameters: Parameters): Sampling {
  const { temperature, topP, maxOutputTokens, stopSequences, seed } = parameters
  if (temperature !== undefined) check('temperature', temperature, within(temperature, 0, 2), 'from 0 to 2')
  if (topP !== undefined) check('topP', topP, within(topP, 0, 1), 'from 0 to 1')
  if (maxOutputTokens !== undefined) {
    check('maxOutputTokens', maxOutputTokens, isWhole(maxOutputTokens) && maxOutputTokens > 0, 'a whole number above 0')
  }
  if (seed !== undefined) check('seed', seed, isWhole(seed), 'a whole number')
  const stops = stopSequences ?? []
  check('stopSequences', stops, stops.length <= maxStops, `at most ${maxStops} texts`)
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(maxOutputTokens !== undefined && { max_completion_tokens: maxOutputTokens }),
    ...(stops.length > 0 && { stop: stops.map((stop) => toWellFormed(stop)) }),
    ...(seed !== undefined && { seed }),
  }
}

/**
 * The tool choice. Without tools there is none (OC-TOOL-CHOICE); that is a loss where it asked for a call.
 *
 * @throws LamellaError `WIRE_PARAMETER` for a tool that is not among the tools.
 */
export function encodeToolChoice(
  state: EncodeState,
  choice: Parameters['toolChoice'],
  tools: readonly OpenAIChatTool[],
): OpenAIChatToolChoice | undefined {
  if (choice === undefined) return undefined
  if (tools.length === 0) {
    if (choice !== 'auto' && choice !== 'none') {
      state.losses.push({
        code: 'tool-choice',
        path: 'parameters.toolChoice',
        message: 'A tool choice without tools is left out.',
      })
    }
    return undefined
  }
  if (typeof choice === 'string') return choice
  const name = state.names.toWire(choice.toolName)
  check(
    'toolChoice',
    choice,
    tools.some((tool) => tool.function.name === name),
    'the name of one of the tools',
  )
  return { type: 'function', function: { name } }
}

function check(parameter: string, value: unknown, valid: boolean, expected: string): void {
  if (valid) return
  throw wireError(
    'WIRE_PARAMETER',
    `OpenAI Chat does not take this value of the parameter ${parameter}.`,
    `It must be ${expected}.`,
    { parameter, value },
  )
}

function within(value: number, low: number, high: number): boolean {
  return value >= low && value <= high // False for NaN.
}

function isWhole(value: number): boolean {
  return Number.isSafeInteger(value)
}
