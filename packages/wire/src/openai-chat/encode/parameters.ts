import type { Parameters } from '@lamella/core'
import { checkParameter, isCount, isWithin } from '../../shared/check-parameter.ts'
import { lose } from '../../shared/ledger.ts'
import { toWellFormed } from '../../shared/well-formed.ts'
import { maxStops } from '../limits.ts'
import type { OpenAIChatRequest, OpenAIChatTool, OpenAIChatToolChoice } from '../types.ts'
import type { EncodeState } from './state.ts'

const format = 'OpenAI Chat'

type Sampling = Pick<OpenAIChatRequest, 'temperature' | 'top_p' | 'max_completion_tokens' | 'stop' | 'seed'>

/**
 * Sampling parameters, under the names of this format.
 *
 * @throws LamellaError `WIRE_PARAMETER` for a temperature outside of 0 to 2, a `topP` outside of 0 to 1, more than 4 stop
 * sequences, a `maxOutputTokens` or `seed` that is not a whole number. Source: OC-PARAM, schema.
 */
export function encodeParameters(parameters: Parameters): Sampling {
  const { temperature, topP, maxOutputTokens, stopSequences, seed } = parameters
  if (temperature !== undefined)
    checkParameter(format, 'temperature', temperature, isWithin(temperature, 0, 2), 'from 0 to 2')
  if (topP !== undefined) checkParameter(format, 'topP', topP, isWithin(topP, 0, 1), 'from 0 to 1')
  if (maxOutputTokens !== undefined) {
    checkParameter(format, 'maxOutputTokens', maxOutputTokens, isCount(maxOutputTokens), 'a whole number above 0')
  }
  if (seed !== undefined) checkParameter(format, 'seed', seed, Number.isSafeInteger(seed), 'a whole number')
  const stops = stopSequences ?? []
  checkParameter(format, 'stopSequences', stops, stops.length <= maxStops, `at most ${maxStops} texts`)
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
      lose(state, 'tool-choice', 'A tool choice without tools is left out.')
    }
    return undefined
  }
  if (typeof choice === 'string') return choice
  const name = state.names.toWire(choice.toolName)
  checkParameter(
    format,
    'toolChoice',
    choice,
    tools.some((tool) => tool.type === 'function' && tool.function.name === name),
    'the name of one of the tools',
  )
  return { type: 'function', function: { name } }
}
