import type { JsonValue, Parameters, ProviderOptions } from '@lamella/core'
import { checkParameter, isCount } from '../../shared/check-parameter.ts'
import { defined, orNone } from '../../shared/defined.ts'
import { lose } from '../../shared/ledger.ts'
import { optionOf } from '../../shared/provider-fields.ts'
import { readFields, withExtra } from '../fields.ts'
import { rangeProblem } from '../limits.ts'
import { isMistral } from '../models.ts'
import type { OpenAIChatRequest } from '../types.ts'
import { type ChatState, title } from './state.ts'

type Sampling = Pick<
  OpenAIChatRequest,
  'temperature' | 'top_p' | 'max_completion_tokens' | 'max_tokens' | 'stop' | 'seed' | 'random_seed'
>

/**
 * Returns the sampling parameters, under the names of this format, or under those of Mistral.
 *
 * @throws LamellaError `WIRE_PARAMETER` for a temperature outside 0 to 2, a `topP` outside 0 to 1, more than 4 stop
 * sequences, a `maxOutputTokens` or `seed` that is not an integer. Source: OC-PARAM, schema.
 */
export function encodeParameters(parameters: Parameters, model: string | undefined): Sampling {
  const { temperature, topP, maxOutputTokens, stopSequences, seed } = parameters
  for (const [parameter, field] of ranged) {
    const value = parameters[parameter]
    // No stop sequence is no field.
    const problem = Object(value).length === 0 ? undefined : rangeProblem(field, value)
    checkParameter(title, parameter, value, !problem, `${problem}`.replace('must be ', ''))
  }
  const isLimit = maxOutputTokens === undefined || isCount(maxOutputTokens)
  checkParameter(title, 'maxOutputTokens', maxOutputTokens, isLimit, 'a positive integer')
  const ofMistral = isMistral(model)
  return defined({
    temperature,
    top_p: topP,
    [ofMistral ? 'max_tokens' : 'max_completion_tokens']: maxOutputTokens,
    stop: orNone([stopSequences || []].flat().map((text) => text.toWellFormed())),
    [ofMistral ? 'random_seed' : 'seed']: seed,
  })
}

/** The parameters with a range, and the fields that are sent. */
const ranged = [
  ['temperature', 'temperature'],
  ['topP', 'top_p'],
  ['stopSequences', 'stop'],
  ['seed', 'seed'],
] as const

/** Appends the fields that only OpenAI knows to the request. Leaves out fields that would make it invalid. */
export function withRequestFields(
  ledger: ChatState,
  request: OpenAIChatRequest,
  options: ProviderOptions | undefined,
): OpenAIChatRequest {
  const { extra, reasoningEffort } = readFields(ledger, options, ['extra', 'reasoningEffort'])
  const kept: [string, JsonValue][] = []
  const effort = optionOf(ledger, reasoningEffort, 'text', 'openai.reasoningEffort')
  if (effort !== undefined) kept.push(['reasoning_effort', effort])
  for (const [field, value] of Object.entries(optionOf(ledger, extra, 'object', 'openai.extra') ?? {})) {
    const needsTools = field === 'tool_choice' || field === 'parallel_tool_calls'
    if (needsTools && request.tools === undefined)
      lose(ledger, 'tool-choice', `${field} is left out: there are no tools.`)
    else if (field === 'max_tokens' && request.max_completion_tokens !== undefined) {
      lose(ledger, 'parameter', 'max_tokens is left out: max_completion_tokens overrides it.')
    } else if (field === 'reasoning_effort' && effort !== undefined) {
      lose(ledger, 'provider-options', 'reasoning_effort is left out: the option overrides it.')
    } else if (rangeProblem(field, value) !== undefined) {
      lose(ledger, 'parameter', `The parameter ${field} is left out: it ${rangeProblem(field, value)}.`)
    } else kept.push([field, value as JsonValue])
  }
  return withExtra(ledger, request, { extra: Object.fromEntries(kept) })
}
