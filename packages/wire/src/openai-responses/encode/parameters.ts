import type { JsonValue, Parameters } from '@lamella/core'
import { checkSampling } from '../../shared/check-parameter.ts'
import { defined } from '../../shared/defined.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { lose } from '../../shared/ledger.ts'
import { optionOf, withExtraFields } from '../../shared/provider-fields.ts'
import { minOutputTokens, rangeProblem } from '../limits.ts'
import { type OpenAIResponsesFields, readFields } from '../provider-fields.ts'
import { chatFields, chosenNames, namesOf, needsTools } from '../request-fields.ts'
import type { OpenAIResponsesRequest } from '../types.ts'
import { type ResponsesState, title } from './state.ts'

type Sampling = Pick<OpenAIResponsesRequest, 'temperature' | 'top_p' | 'max_output_tokens'>

/**
 * Returns the sampling parameters, under the names of this format. It has neither stop sequences nor a seed, which are
 * reported as losses.
 *
 * @throws LamellaError `WIRE_PARAMETER` for a temperature outside 0 to 2, a `topP` outside 0 to 1, a `maxOutputTokens`
 * that is not an integer of 16 or more. Source: OR-PARAM, schema.
 */
export function encodeParameters(state: ResponsesState, parameters: Parameters): Sampling {
  const { temperature, topP, maxOutputTokens, stopSequences, seed } = parameters
  checkSampling(title, { temperature, topP, maxOutputTokens }, { temperature: 2, output: minOutputTokens })
  if (stopSequences !== undefined && stopSequences.length > 0) {
    lose(state, 'parameter', 'OpenAI Responses does not support stop sequences.')
  }
  if (seed !== undefined) lose(state, 'parameter', 'OpenAI Responses does not support a seed.')
  return defined({ temperature, top_p: topP, max_output_tokens: maxOutputTokens })
}

type Recorded = NonNullable<OpenAIResponsesFields['responsesExtra']>

// Only the encoder writes fields that decide whether a request is valid.
const reserved: readonly string[] = ['input', 'instructions', 'tools', 'model']

/** Returns a request's provider-specific fields, unchecked. */
export function givenFields(parameters: Parameters): UnknownRecord {
  const fields: unknown = parameters.providerOptions?.['openai']?.['responsesExtra']
  return isRecord(fields) ? fields : {}
}

/** Appends those fields to the request. Leaves out and reports fields that would make it invalid. */
export function withRequestFields(
  state: ResponsesState,
  request: OpenAIResponsesRequest,
  parameters: Parameters,
  hasTools: boolean,
): OpenAIResponsesRequest {
  const fields = readFields(state, parameters.providerOptions, ['responsesExtra', 'reasoningEffort'])
  const given = optionOf(state, fields.responsesExtra, 'object', 'openai.responsesExtra')
  const effort = optionOf(state, fields.reasoningEffort, 'text', 'openai.reasoningEffort')
  const asked = withEffort(given as Recorded | undefined, effort)
  if (asked === undefined) return request
  const kept: [string, JsonValue][] = []
  for (const [field, value] of Object.entries(asked)) {
    // Null counts as absent.
    if (value === null || value === undefined) continue
    if (needsTools.includes(field) && !hasTools) {
      lose(state, 'tool-choice', `${field} is left out: there are no tools.`)
    } else if (chatFields.includes(field)) {
      lose(state, 'parameter', `OpenAI Responses has no parameter ${field}.`)
    } else if (rangeProblem(field, value) !== undefined) {
      lose(state, 'parameter', `The parameter ${field} is left out: it ${rangeProblem(field, value)}.`)
    } else if (field === 'tool_choice' && !namesTools(state, request, value)) {
      lose(state, 'tool-choice', 'The tool choice is left out: it names no tool of the request.')
    } else if (field !== 'store' || request.store === undefined) kept.push([field, value])
  }
  return withExtraFields(state, request, Object.fromEntries(kept), reserved)
}

/** Adds the effort to the fields of the request, next to other reasoning settings. */
function withEffort(given: Recorded | undefined, effort: string | undefined): Recorded | undefined {
  if (effort === undefined) return given
  const { reasoning } = given ?? {}
  return { ...given, reasoning: { ...(isRecord(reasoning) && reasoning), effort } }
}

/** Whether a choice names only tools that are or may be available: input items can add tools. */
function namesTools(state: ResponsesState, { tools }: OpenAIResponsesRequest, choice: unknown): boolean {
  if (state.run.inputFacts.tools || state.run.inputFacts.holds) return true
  const names = namesOf(tools)
  return chosenNames(choice).every(([name]) => names.has(name))
}
